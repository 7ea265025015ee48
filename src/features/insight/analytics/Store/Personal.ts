/**
 * Sums and cells belong to nobody and stay. What still waits to be added up comes first: it is added without the user,
 * and names nobody afterwards; then the days by the user's number. That is reckoned from the id: who has looked at
 * something and sent no event has days of a feature and no row of its own.
 *
 * All of it goes with the residue (Residue.ts). What is there later was on its way then, or tells the days of somebody
 * who came back: they stay with the newer events, or cells would count the same user as a new one twice.
 */
import { Effect } from "effect"
import { eraseAll, type Person, type PersonalTable } from "../../../../platform/erasures/Personal.ts"

/** Reading a body costs, and few have to be: one that names nobody of these has none of their ids in its text. */
const mayName = `EXISTS (
  SELECT FROM unnest($2::text[]) AS given (id) WHERE strpos(t.body::text, to_json(given.id)::text) > 0)`
const tells = (part: string, condition: string) =>
  `CASE WHEN ${mayName} THEN EXISTS (
    SELECT FROM json_array_elements(t.body -> '${part}') AS el WHERE ${condition}) ELSE false END`

const names = "el.value ->> 1 = ANY($2::text[])"

const does = "el.value ->> 0 = ANY($2::text[])"

const waitingDays: PersonalTable = {
  table: "analytics_deltas",
  by: "user",
  how: "redact",
  since: "created_at",
  about: tells("u", names),
  set: `body = jsonb_set(t.body::jsonb, '{u}', coalesce((
      SELECT jsonb_agg(el.value) FROM json_array_elements(t.body -> 'u') AS el WHERE NOT ${names}), '[]'))::json`
}

/** What waits to be added up says nothing of the days of the user any more. */
export const withoutUser = (person: Person) => eraseAll(waitingDays, person, () => Effect.void)

const byNumber = "t.user_no IN (SELECT hashtextextended(id, 0) FROM unnest($2::text[]) AS given (id))"

/** A year with the features in it by their names. */
const named = `(SELECT jsonb_object_agg(coalesce(f.feature, e.key), e.value)
  FROM jsonb_each(jsonb_strip_nulls(to_jsonb(t))) AS e
  LEFT JOIN analytics_features AS f ON f.customer_id = t.customer_id AND e.key = 'used_' || f.place)`

export const personal: ReadonlyArray<PersonalTable> = [
  waitingDays,
  {
    table: "analytics_deltas",
    by: "buddy",
    how: "redact",
    about: tells("b", does),
    set: `body = jsonb_set(t.body::jsonb, '{b}', coalesce((
      SELECT jsonb_agg(el.value) FROM json_array_elements(t.body -> 'b') AS el WHERE NOT ${does}), '[]'))::json`
  },
  { table: "analytics_user_years", by: "user", how: "delete", about: byNumber, unlessBack: true, shows: named },
  // Of releases that kept months; some of them may still be written while nodes of the last one run.
  { table: "analytics_user_months", by: "user", how: "delete", about: byNumber, unlessBack: true },
  { table: "analytics_users", by: "user", how: "delete", unlessBack: true }
]
