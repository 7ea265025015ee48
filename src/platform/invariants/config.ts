/** Configuration: one version is in force, and what was published stays what buddies were promised. */
import type { Invariant } from "./Invariant.ts"

const versions = "SELECT count(*) FROM config_versions"

export const config: ReadonlyArray<Invariant> = [
  {
    id: "one_version_in_force",
    title: "A tenant has at most one published version, and its active version is that one.",
    queries: {
      population: "SELECT count(*) FROM customers",
      violations: `
        SELECT customer_id, c.active_config_version_id, published.config_version_id, published.number
        FROM customers AS c FULL JOIN (SELECT * FROM config_versions WHERE status = 'published') AS published
          USING (customer_id)
        WHERE c.active_config_version_id IS DISTINCT FROM published.config_version_id`
    }
  },
  {
    id: "published_content_is_frozen",
    title: "The content of every version that was ever published has the hash it was published with.",
    queries: {
      population: "SELECT count(*) FROM config_versions WHERE status <> 'draft'",
      violations: `
        SELECT customer_id, config_version_id, number, status, content_hash FROM config_versions
        WHERE status <> 'draft'
          AND content_hash IS DISTINCT FROM 'sha256:' || encode(sha256(convert_to(content::text, 'UTF8')), 'hex')`
    }
  },
  {
    id: "pinned_version_was_published",
    title: "Every version an egg, a buddy, an event or a ledger row was made under is its tenant's, and was published.",
    queries: {
      population: versions,
      violations: `
        SELECT customer_id, config_version_id, pinned.by, pinned.times, v.status FROM (
          SELECT customer_id, config_version_id, 'egg' AS by, count(*) AS times FROM eggs GROUP BY 1, 2
          UNION ALL SELECT customer_id, config_version_id, 'buddy', count(*) FROM buddies GROUP BY 1, 2
          UNION ALL SELECT customer_id, config_version_id, 'event', count(*) FROM events
            WHERE config_version_id IS NOT NULL GROUP BY 1, 2
          UNION ALL SELECT customer_id, config_version_id, 'ledger', count(*) FROM ledger GROUP BY 1, 2) AS pinned
        LEFT JOIN config_versions AS v USING (customer_id, config_version_id)
        WHERE v.status IS NULL OR v.status = 'draft'`
    }
  }
]
