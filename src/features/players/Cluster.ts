/** What a runner does for players: hatching, growing, repainting, warning, fading. */
import { Layer } from "effect"
import { AppearanceStore } from "./buddies/Store/Appearance.ts"
import { Evolve, GrowthStore, Paint, Regenerate } from "./buddies/Store/Growth.ts"
import { StreakRisks } from "./buddies/Store/StreakRisks.ts"
import { EvolveLive, PaintLive } from "./buddies/Workflow/Evolve.ts"
import { RegenerateLive } from "./buddies/Workflow/Regenerate.ts"
import { repainting } from "./buddies/Workflow/Repaint.ts"
import { buddySignals } from "./buddies/Workflow/Signals.ts"
import { streakWarnings } from "./buddies/Workflow/StreakRisk.ts"
import { EggStore, Hatch } from "./eggs/Store.ts"
import { HatchLive } from "./eggs/Workflow.ts"

/** Which workflow carries on with an operation of a kind. */
export const playersJobs = {
  hatch: Hatch,
  evolve: Evolve,
  equip_item: Paint,
  rerender: Paint,
  regenerate: Regenerate
}

/** Every node has these, whatever its role. */
export const PlayersStores = Layer.mergeAll(EggStore.layer, AppearanceStore.layer)

export const PlayersWorkers = Layer.mergeAll(
  HatchLive,
  EvolveLive,
  PaintLive,
  RegenerateLive,
  repainting,
  buddySignals,
  streakWarnings
).pipe(Layer.provide([GrowthStore.layer, StreakRisks.layer]))
