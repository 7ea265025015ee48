/** How buddies present themselves: nobody has to choose between two defaults, and what is kept says something. */
import type { Invariant } from "./Invariant.ts"

export const profiles: ReadonlyArray<Invariant> = [
  {
    id: "one_default_profile",
    title: "An audience of a tenant has at most one default profile template, and so has everybody.",
    queries: {
      population: "SELECT count(*) FROM profile_templates",
      violations: `
        SELECT customer_id, audience, array_agg(profile_template_id) AS profile_template_ids FROM profile_templates
        WHERE is_default GROUP BY customer_id, audience HAVING count(*) > 1`
    }
  },
  {
    id: "profiles_keep_what_differs",
    title: "A kept profile has no field but those a profile has, and none that is at its default.",
    queries: {
      population: "SELECT count(*) FROM buddy_profiles",
      violations: `
        SELECT p.customer_id, p.buddy_id, field.key, field.value
        FROM buddy_profiles AS p CROSS JOIN LATERAL jsonb_each(p.profile) AS field
        WHERE NOT coalesce(CASE field.key
          WHEN 'tagline' THEN jsonb_typeof(field.value) = 'string'
          WHEN 'accent_color' THEN field.value #>> '{}' ~ '^#[0-9a-fA-F]{6}$'
          WHEN 'is_private' THEN field.value = 'true'
          WHEN 'show' THEN field.value <> '{"badges": true, "skills": false, "streak": false, "coins": false}'
        END, false)`
    }
  }
]
