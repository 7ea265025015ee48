/** The cause an anchor names. */
import { Effect } from "effect"
import { type CauseStore, toWire } from "../../../campaigns/causes/Store.ts"
import type { Cause } from "../Rules.ts"

/** null: the workspace has none of that key. */
export const findCause =
  (causes: CauseStore["Service"]) =>
  (customer_id: string, key: string): Effect.Effect<Cause | null> =>
    causes.read(customer_id, key).pipe(
      Effect.map((stored): Cause | null => {
        const { cause_key, name, status, total_units, unit_label } = toWire(stored)
        return cause_key === key ? { cause_key, name, unit_label, total_units, is_active: status === "active" } : null
      }),
      Effect.catchTag("NotFound", () => Effect.succeed(null))
    )
