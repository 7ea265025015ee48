/** Faults in what a buddy has and in how far it has come. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, changeState, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofBuddy = ({ buddy_id }: World) => [buddy_id]
const ofTenant = ({ customer_id }: World) => [customer_id]

const profilePlants: ReadonlyArray<Plant> = [
  {
    fault: "an audience has two default profile templates",
    breaks: "one_default_profile",
    plant: (world) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DROP INDEX profile_templates_default`
        yield* change("UPDATE profile_templates SET is_default = true WHERE customer_id = $1::uuid", ofTenant)(world)
      })
  },
  {
    fault: "a profile keeps what is said by default",
    breaks: "profiles_keep_what_differs",
    plant: change(
      `UPDATE buddy_profiles SET profile = profile || '{"is_private": false}' WHERE buddy_id = $1::uuid`,
      ofBuddy
    )
  }
]

export const belongingPlants: ReadonlyArray<Plant> = [
  ...profilePlants,
  {
    fault: "a buddy has an item once more than it got it",
    breaks: "items_were_acquired",
    plant: (world) => changeState(`{items,${world.item_id},count}`, "to_jsonb(2)")(world)
  },
  {
    fault: "a buddy wears what it never got",
    breaks: "items_were_acquired",
    plant: change("DELETE FROM buddy_history WHERE buddy_id = $1::uuid AND kind = 'item'", ofBuddy)
  },
  {
    fault: "a buddy has taken off what no change took off",
    breaks: "worn_is_put_on",
    plant: (world) => changeState(`{items,${world.item_id},equipped}`, "'false'")(world)
  },
  {
    fault: "an item was bought for more than the ledger knows",
    breaks: "purchase_is_booked",
    plant: change(
      `UPDATE buddy_history SET body = jsonb_set(body::jsonb, '{price_paid}', '11')::json
       WHERE buddy_id = $1::uuid AND kind = 'item'`,
      ofBuddy
    )
  },
  {
    fault: "a piece of a sale is booked for less than it cost",
    breaks: "sale_price_is_booked",
    plant: change(
      `UPDATE buddy_changes SET reply = jsonb_set(reply::jsonb, '{price_paid}', '6')::json
       WHERE customer_id = $1::uuid AND reply ->> 'flash_sale_id' IS NOT NULL`,
      ofTenant
    )
  },
  {
    fault: "a piece was sold before its sale began",
    breaks: "sale_within_window",
    plant: change(
      "UPDATE flash_sales SET starts_at = ends_at - interval '1 second' WHERE customer_id = $1::uuid",
      ofTenant
    )
  },
  {
    fault: "a sale sold a piece that nobody bought",
    breaks: "sale_within_stock",
    plant: change(
      "UPDATE rule_budgets SET used = used + 1 WHERE customer_id = $1::uuid AND period_key = 'sale'",
      ofTenant
    )
  },
  {
    fault: "a buddy got more pieces of a sale than its share",
    breaks: "sale_within_stock",
    plant: change("UPDATE flash_sales SET per_buddy_limit = 0 WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "an event tells of a boost it was not paid",
    breaks: "boost_is_base_times_factor",
    plant: change(
      `UPDATE events SET trace = replace(trace::text, '"factor":2', '"factor":3')::json
       WHERE customer_id = $1::uuid AND trace::text LIKE '%booster_ids%'`,
      ofTenant
    )
  },
  {
    fault: "a booster ends before what it boosted",
    breaks: "boost_within_window",
    plant: change(
      `UPDATE buddy_changes SET reply = jsonb_set(reply::jsonb, '{ends_at}', reply::jsonb -> 'starts_at')::json
       WHERE customer_id = $1::uuid AND kind = 'grant_booster'`,
      ofTenant
    )
  },
  {
    fault: "a booster is granted a second time",
    breaks: "booster_is_granted_once",
    plant: change(
      `INSERT INTO buddy_changes
       SELECT customer_id, buddy_id, gen_random_uuid(), kind, input, origin, config_version_id, reply, effects,
         '[]', '{}', occurred_at
       FROM buddy_changes WHERE customer_id = $1::uuid AND kind = 'grant_booster'`,
      ofTenant
    )
  },
  {
    fault: "a piece is gone from the stock that nobody bought",
    breaks: "stock_was_sold",
    plant: change(
      "UPDATE rule_budgets SET used = used + 1 WHERE customer_id = $1::uuid AND period_key = 'stock'",
      ofTenant
    )
  },
  {
    fault: "a buddy forgets a sub-step it has completed",
    breaks: "path_is_history",
    plant: changeState("{paths,start,done}", `(state #> '{paths,start,done}')::jsonb - 'learn/read'`)
  },
  {
    fault: "a sub-step was completed twice",
    breaks: "path_is_history",
    plant: change(
      `INSERT INTO buddy_history (customer_id, buddy_id, history_id, kind, key, body, created_at)
       SELECT customer_id, buddy_id, gen_random_uuid(), kind, key, body, created_at FROM buddy_history
       WHERE buddy_id = $1::uuid AND kind = 'path'`,
      ofBuddy
    )
  },
  {
    fault: "a path is said to have been completed at another moment",
    breaks: "path_is_history",
    also: ["brags_happened"],
    plant: changeState("{paths,start,completed_at}", "to_jsonb(7)")
  },
  {
    fault: "a ceremony is remembered twice",
    breaks: "ceremonies_within_limits",
    plant: changeState("{ceremonies}", "(state::jsonb -> 'ceremonies') || (state::jsonb -> 'ceremonies' -> 0)")
  },
  {
    fault: "eleven ceremonies wait",
    breaks: "ceremonies_within_limits",
    plant: changeState(
      "{ceremonies}",
      `(state::jsonb -> 'ceremonies') || (
         SELECT jsonb_agg(jsonb_build_object('ceremony', 'prestige', 'evolution_stage', 1, 'prestige_level', level,
           'recorded', false)) FROM generate_series(1, 11) AS level)`
    )
  },
  {
    fault: "two outfits have a name in common",
    breaks: "outfits_within_limits",
    plant: changeState(
      "{outfits}",
      `'{"a": {"name": "Best", "item_ids": ["x"]}, "b": {"name": "BEST", "item_ids": ["y"]}}'`
    )
  },
  {
    fault: "an outfit has more items than can be worn",
    breaks: "outfits_within_limits",
    plant: changeState("{outfits}", `'{"a": {"name": "All", "item_ids": ["1", "2", "3", "4", "5"]}}'`)
  },
  {
    fault: "a ceremony was told of twice",
    breaks: "ceremonies_are_told_once",
    plant: change(
      `INSERT INTO buddy_history (customer_id, buddy_id, history_id, kind, key, body, created_at)
       SELECT customer_id, buddy_id, gen_random_uuid(), kind, key, body, created_at FROM buddy_history
       WHERE buddy_id = $1::uuid AND kind = 'ceremony'`,
      ofBuddy
    )
  },
  {
    fault: "a buddy forgets that its hatching was watched",
    breaks: "ceremonies_are_told_once",
    plant: changeState("{ceremonies,-1,recorded}", "'false'")
  },
  {
    fault: "a stage was watched that nobody reached",
    breaks: "ceremonies_have_happened",
    plant: change(
      `INSERT INTO buddy_history (customer_id, buddy_id, history_id, kind, key, body, created_at)
       SELECT customer_id, buddy_id, gen_random_uuid(), kind, 'evolution_5',
         '{"ceremony":"evolution","evolution_stage":5,"prestige_level":0}', created_at FROM buddy_history
       WHERE buddy_id = $1::uuid AND kind = 'ceremony'`,
      ofBuddy
    )
  }
]
