/** Faults in credits and payments. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, freshId, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

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
      SELECT customer_id, entries, ${entry_id}::uuid, ${type}, ${amount},
        balance + (SELECT sum(remaining) FROM credit_lots WHERE customer_id = ${world.customer_id}::uuid), now()
      FROM account`
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
    fault: "less is left of a pack of credits than its entries say",
    breaks: "credit_lot_is_its_entries",
    also: ["credit_balance_is_ledger_sum"],
    plant: change("UPDATE credit_lots SET remaining = remaining - 1 WHERE customer_id = $1::uuid", ofTenant)
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
    plant: (world) =>
      Effect.gen(function* () {
        const lastYear = "created_at = created_at - interval '1 year'"
        yield* changeEntry(lastYear, "type = 'grant' AND lots = '{}'")(world)
        const granted = 10_000_000
        yield* book("grant", granted)(world)
        yield* change(`UPDATE credit_accounts SET granted = ${granted} WHERE customer_id = $1::uuid`, ofTenant)(world)
      })
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

const billingPlants: ReadonlyArray<Plant> = [
  {
    fault: "somebody has a plan that another one is paid for",
    breaks: "plan_is_paid_for",
    plant: change("UPDATE billing_accounts SET plan = 'growth' WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a subscription has ended and its plan has not",
    breaks: "plan_is_paid_for",
    plant: change("UPDATE billing_accounts SET state = 'canceled' WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a pack was paid for and is smaller than it should be",
    breaks: "paid_pack_is_lot",
    plant: change(
      "UPDATE checkout_sessions SET credits = credits + 1 WHERE customer_id = $1::uuid AND credits IS NOT NULL",
      ofTenant
    )
  }
]

export const paymentPlants: ReadonlyArray<Plant> = [...creditPlants, ...billingPlants]
