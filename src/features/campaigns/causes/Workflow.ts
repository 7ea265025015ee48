/** What is done for causes without anybody asking: thresholds are told within a second or two. */
import { Effect } from "effect"
import { allAlone, type Due, eachAlone, type Watcher } from "../../../platform/campaigns/Clock.ts"
import { causeKind } from "./Service.ts"
import { Crossings } from "./Service/Crossings.ts"
import { CrossingStore } from "./Store/Crossings.ts"

export const causeWatcher = Effect.map(Crossings, ({ tell }): Watcher => ({
  kind: causeKind,
  look: ({ customer_id, subject_id }) => tell({ customer_id, cause_id: subject_id })
}))

/** More thresholds at once than are told at once; and what became of deliveries, which are swept one day. */
export const causeDue = Effect.gen(function* () {
  const { tell } = yield* Crossings
  const { behind, keepOutcomes } = yield* CrossingStore
  const run = allAlone([Effect.flatMap(behind(), (keys) => eachAlone(keys, tell)), keepOutcomes()])
  return { name: "causes", run } satisfies Due
})
