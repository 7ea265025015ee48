/** Faults in credits, in what a buddy has and in how far it has come. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, changeState, freshId, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofBuddy = ({ buddy_id }: World) => [buddy_id]
const ofTenant = ({ customer_id }: World) => [customer_id]

const changeEntry = (set: string, where: string) =>
  change(`UPDATE credit_ledger SET ${set} WHERE customer_id = $1::uuid AND ${where}`, ofTenant)

/** Both the account and its newest entry say so, as if it had been booked. */
const book = (type: string, amount: number) => (world: World) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const entry_id = yield* freshId
    yield* sql`
      WITH account AS (
        UPDATE credit_accounts SET balance = balance + ${amount}, entries = entries + 1
        WHERE customer_id = ${world.customer_id}::uuid RETURNING customer_id, entries, balance)
      INSERT INTO credit_ledger (customer_id, seq, entry_id, type, amount, balance_after, created_at)
      SELECT customer_id, entries, ${entry_id}::uuid, ${type}, ${amount}, balance, now() FROM account`
  })

const creditPlants: ReadonlyArray<Plant> = [
  {
    fault: "an account is given a credit that no entry accounts for",
    breaks: "credit_balance_is_ledger_sum",
    plant: change("UPDATE credit_accounts SET balance = balance + 1 WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "the account of a ledger is dropped",
    breaks: "credit_balance_is_ledger_sum",
    plant: change("DELETE FROM credit_accounts WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "the balance of an entry of credits is bumped",
    breaks: "credit_running_balance",
    plant: changeEntry("balance_after = balance_after + 1", "type = 'charge' AND seq = 2")
  },
  {
    fault: "an entry of credits is renumbered",
    breaks: "credit_running_balance",
    plant: changeEntry("seq = 1000", "seq = (SELECT max(seq) FROM credit_ledger WHERE customer_id = $1::uuid)")
  },
  {
    fault: "an account is drawn below zero, entry and all",
    breaks: "credits_never_negative",
    plant: (world) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE credit_accounts DROP CONSTRAINT credit_accounts_balance_check`
        yield* book("correction", -200_000)(world)
      })
  },
  {
    fault: "a picture was drawn for less than it is in the usage with",
    breaks: "paid_picture_is_used",
    plant: change(
      "UPDATE image_usage SET credits = credits + 1 WHERE customer_id = $1::uuid AND status = 'drawn'",
      ofTenant
    )
  },
  {
    fault: "what was paid for a picture that failed is kept",
    breaks: "paid_picture_is_used",
    plant: changeEntry("type = 'correction', image_id = NULL", "type = 'refund'")
  },
  {
    fault: "the usage forgets a picture that was paid for",
    breaks: "paid_picture_is_used",
    plant: change("DELETE FROM image_usage WHERE customer_id = $1::uuid AND status = 'failed'", ofTenant)
  },
  {
    fault: "a month is granted twice",
    breaks: "credit_grant_once",
    plant: book("grant", 100_000)
  },
  {
    fault: "a month begins with what was left of the one before",
    breaks: "credit_grant_once",
    also: ["credit_running_balance"],
    plant: changeEntry("balance_after = balance_after + 5", "type = 'grant'")
  },
  {
    fault: "a picture has been on the easel for an hour",
    breaks: "paid_drawings_end",
    plant: change(
      `UPDATE image_usage SET status = 'drawing', created_at = now() - interval '1 hour'
       WHERE customer_id = $1::uuid AND status = 'drawn'`,
      ofTenant
    )
  }
]

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
  ...creditPlants,
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
    fault: "an item was bought for more than the ledger knows",
    breaks: "purchase_is_booked",
    plant: change(
      `UPDATE buddy_history SET body = jsonb_set(body::jsonb, '{price_paid}', '11')::json
       WHERE buddy_id = $1::uuid AND kind = 'item'`,
      ofBuddy
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
    plant: changeState("{paths,start,completed_at}", "to_jsonb(7)")
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
    plant: changeState("{ceremonies,0,recorded}", "'false'")
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
