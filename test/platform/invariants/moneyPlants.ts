/** Faults in the books. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, changeState, enter, entriesOf, freshId, type Plant } from "./Plant.ts"

/** The first tenant's entries for events, of one unit, in the order in which they were made. */
const entry = (unit: string, position: number) => `(SELECT l.ledger_id FROM ledger AS l
  WHERE l.buddy_id = $1::uuid AND l.unit = '${unit}' AND l.reference_type = 'event'
  ORDER BY l.seq LIMIT 1 OFFSET ${position})`

const changeEntry = (unit: string, position: number, set: string) =>
  change(
    `UPDATE ledger SET ${set} WHERE buddy_id = $1::uuid AND ledger_id = ${entry(unit, position)}`,
    ({ buddy_id }) => [buddy_id]
  )

export const moneyPlants: ReadonlyArray<Plant> = [
  {
    fault: "a buddy is given a coin that no entry accounts for",
    breaks: "balance_is_ledger_sum",
    also: ["units_are_ledger_sum"],
    plant: (world) =>
      Effect.andThen(
        changeState("{coins,balance}", "to_jsonb((state #>> '{coins,balance}')::int + 1)")(world),
        change("UPDATE buddy_states SET coins = coins + 1 WHERE buddy_id = $1::uuid", () => [world.buddy_id])(world)
      )
  },
  {
    fault: "what a buddy ever spent of a token is forgotten",
    breaks: "balance_is_ledger_sum",
    plant: changeState("{tokens,gem,spent}", "'0'")
  },
  {
    fault: "a buddy in its second life has earned what no entry accounts for",
    breaks: "balance_is_ledger_sum",
    plant: (world) =>
      Effect.all([
        changeState("{prestige_level}", "to_jsonb(1)")(world),
        change("UPDATE buddy_states SET prestige_level = 1 WHERE buddy_id = $1::uuid", () => [world.buddy_id])(world),
        changeState("{coins,earned}", "to_jsonb((state #>> '{coins,earned}')::int + 1000)")(world),
        changeState("{coins,spent}", "to_jsonb((state #>> '{coins,spent}')::int + 1000)")(world)
      ])
  },
  {
    fault: "the coins a buddy is listed with are bumped",
    breaks: "buddy_columns_are_state",
    plant: change("UPDATE buddy_states SET coins = coins + 1 WHERE buddy_id = $1::uuid", ({ buddy_id }) => [buddy_id])
  },
  {
    fault: "a buddy owes tokens",
    breaks: "balance_never_negative",
    also: ["balance_is_ledger_sum", "units_are_ledger_sum"],
    plant: changeState("{tokens,gem,balance}", "'-1'")
  },
  {
    fault: "the balance of an entry is bumped",
    breaks: "ledger_running_balance",
    also: ["ledger_hash"],
    plant: changeEntry("coin", 1, "balance_after = balance_after + 1")
  },
  {
    fault: "an entry is dropped",
    breaks: "ledger_running_balance",
    also: [
      "balance_is_ledger_sum",
      "units_are_ledger_sum",
      "ledger_chain",
      "event_answer_is_ledger",
      "event_trace_is_ledger",
      "told_change_happened",
      "figures_add_up_to_the_ledger"
    ],
    plant: change(`DELETE FROM ledger WHERE ledger_id = ${entry("coin", 1)}`, ({ buddy_id }) => [buddy_id])
  },
  {
    fault: "two entries change places",
    breaks: "ledger_running_balance",
    also: ["ledger_hash", "ledger_chain"],
    plant: ({ buddy_id }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const place = (from: number, to: number) =>
          sql`UPDATE ledger SET seq = ${to} WHERE buddy_id = ${buddy_id}::uuid AND unit = 'coin' AND seq = ${from}`
        yield* place(2, 1_000)
        yield* place(3, 2)
        yield* place(1_000, 3)
      })
  },
  {
    fault: "an entry is made a lucky one",
    breaks: "ledger_hash",
    plant: changeEntry("coin", 1, "is_lucky = NOT is_lucky")
  },
  {
    fault: "an entry is rewritten together with its hash",
    breaks: "ledger_chain",
    plant: (world) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [first] = yield* entriesOf(world, "coin")
        yield* sql`DELETE FROM ledger WHERE ledger_id = ${first!.ledger_id}::uuid`
        yield* enter({ ...first!, is_lucky: true })
      })
  },
  {
    fault: "the newest entry is rewritten together with its hash",
    breaks: "ledger_head",
    plant: (world) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const newest = (yield* entriesOf(world, "coin")).at(-1)!
        yield* sql`DELETE FROM ledger WHERE ledger_id = ${newest.ledger_id}::uuid`
        yield* enter({ ...newest, is_lucky: true })
      })
  },
  {
    fault: "two entries get the same id",
    breaks: "ledger_id_once",
    also: ["ledger_hash", "event_trace_is_ledger"],
    plant: changeEntry("token:xp", 1, `ledger_id = ${entry("token:xp", 0)}`)
  },
  {
    fault: "coins are booked for a buddy that does not exist",
    breaks: "ledger_has_buddy",
    also: ["balance_is_ledger_sum", "units_are_ledger_sum", "figures_add_up_to_the_ledger"],
    plant: (world) =>
      Effect.gen(function* () {
        const [first] = yield* entriesOf(world, "coin")
        const [buddy_id, ledger_id] = [yield* freshId, yield* freshId]
        const aside = { reference_type: "command", reference_id: null, reason: "manual", rule_id: null }
        yield* enter({ ...first!, ...aside, buddy_id, ledger_id, created_at: "2026-01-01T00:00:00.000Z" })
      })
  },
  {
    fault: "coins of a rule are taken off its budget",
    breaks: "rule_budget_is_ledger_sum",
    plant: change(
      `UPDATE rule_budgets AS b SET used = used - 1
       WHERE b.customer_id = $1::uuid AND EXISTS (
         SELECT FROM ledger AS l WHERE l.rule_id = b.rule_id AND l.reason = 'coin_rule')`,
      ({ customer_id }) => [customer_id]
    )
  }
]
