/** What the buddies of its audience bring together for something real, and its own part of that. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CauseStore, type StoredCause, toWire } from "../../../../campaigns/causes/Store.ts"
import { partsOf } from "../../../../campaigns/causes/Store/Parts.ts"
import type { WidgetCause } from "../../Api/Community.ts"
import { type Looking, ofAudience, where } from "../Looking.ts"

const shown = (cause: StoredCause, my_units: number): WidgetCause => {
  const { cause_key, name, threshold_unit, total_units, unit_label } = toWire(cause)
  return { cause_key, name, unit_label, total_units, my_units, threshold_unit }
}

export const causesOf = Effect.gen(function* () {
  const store = yield* CauseStore
  const parts = partsOf(yield* SqlClient.SqlClient)
  const active = Effect.fnUntraced(function* (looking: Looking) {
    const { buddy_id, customer_id } = looking
    const all = yield* store.all(customer_id)
    const meant = all.filter(({ audience, status }) => status === "active" && ofAudience(looking, audience))
    const units = yield* parts(
      customer_id,
      buddy_id,
      meant.map(({ cause_id }) => cause_id)
    )
    return meant.map((cause) => shown(cause, units.get(cause.cause_id) ?? 0))
  })
  return (looking: Looking) => where(looking.may("causes"), active(looking))
})
