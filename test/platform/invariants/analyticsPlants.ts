/** Faults in figures. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const of = ({ customer_id }: World) => [customer_id]
const counter = (set: string, where: string) =>
  change(
    `UPDATE analytics_counters SET ${set} WHERE ctid = (
       SELECT ctid FROM analytics_counters WHERE customer_id = $1::uuid AND ${where} LIMIT 1)`,
    of
  )

export const analyticsPlants: ReadonlyArray<Plant> = [
  {
    fault: "an event is counted twice",
    breaks: "figures_count_every_event",
    plant: counter("count = count + 1", "metric = 'events'")
  },
  {
    fault: "events of a day are not counted",
    breaks: "figures_count_every_event",
    plant: counter("count = 0", "metric = 'events'")
  },
  {
    fault: "coins are counted that nobody got",
    breaks: "figures_add_up_to_the_ledger",
    also: ["totals_are_sums_of_days"],
    plant: counter("amount = amount + 5", "metric = 'coins_in'")
  },
  {
    fault: "tokens are counted under another one",
    breaks: "figures_add_up_to_the_ledger",
    also: ["totals_are_sums_of_days"],
    plant: counter("key = 'other:' || key", "metric = 'tokens_in'")
  },
  {
    fault: "a total lost what a day has",
    breaks: "totals_are_sums_of_days",
    plant: change(
      `UPDATE analytics_totals SET amount = amount - 1 WHERE ctid = (
         SELECT ctid FROM analytics_totals WHERE customer_id = $1::uuid LIMIT 1)`,
      of
    )
  },
  {
    fault: "a cohort lost a user's newest day",
    breaks: "cohorts_have_their_users",
    plant: change(
      `UPDATE analytics_cells SET users = users + 1 WHERE ctid = (
         SELECT ctid FROM analytics_cells WHERE customer_id = $1::uuid AND kind = 'last' LIMIT 1)`,
      of
    )
  },
  {
    fault: "a user is known that no cohort holds",
    breaks: "cohorts_hold_all_users",
    plant: change(
      `INSERT INTO analytics_users (customer_id, audience, user_id, user_no, first_day, last_day)
       SELECT $1::uuid, '', 'stranger-' || n, n, '2026-01-01', '2026-01-01' FROM generate_series(1, 1000) AS n`,
      of
    )
  },
  {
    fault: "somebody is active and of no class",
    breaks: "active_users_have_a_class",
    plant: counter("count = count + 1", "metric = 'users_lifecycle'")
  },
  {
    fault: "a user of an audience is not among all",
    breaks: "everybody_is_counted_once",
    plant: change(
      `DELETE FROM analytics_users WHERE ctid = (SELECT ctid FROM analytics_users AS u
         WHERE u.customer_id = $1::uuid AND u.audience = '' AND EXISTS (
           SELECT FROM analytics_users AS a WHERE a.customer_id = u.customer_id AND a.user_id = u.user_id
             AND a.audience <> '') LIMIT 1)`,
      of
    )
  },
  {
    fault: "a change has waited for an hour",
    breaks: "figures_follow",
    plant: change(
      `INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
       VALUES ($1::uuid, gen_random_uuid(), '{"c": [], "u": []}', now() - interval '1 hour')`,
      of
    )
  }
]
