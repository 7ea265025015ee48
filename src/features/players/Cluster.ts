/** What a runner does for players: hatching, growing, repainting, warning, fading. */
import { Layer } from "effect"
import { Appearance } from "./buddies/Service/Appearance.ts"
import { Evolve, Growth, Paint, Regenerate } from "./buddies/Service/Growth.ts"
import { StreakRisks } from "./buddies/Service/StreakRisks.ts"
import { EvolveLive, PaintLive } from "./buddies/Workflow/Evolve.ts"
import { RegenerateLive } from "./buddies/Workflow/Regenerate.ts"
import { repainting } from "./buddies/Workflow/Repaint.ts"
import { buddySignals } from "./buddies/Workflow/Signals.ts"
import { streakWarnings } from "./buddies/Workflow/StreakRisk.ts"
import { Hatch } from "./eggs/Service.ts"
import { EggStore } from "./eggs/Store.ts"
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
export const PlayersStores = Layer.mergeAll(EggStore.layer, Appearance.layer)

export const PlayersWorkers = Layer.mergeAll(
  HatchLive,
  EvolveLive,
  PaintLive,
  RegenerateLive,
  repainting,
  buddySignals,
  streakWarnings
).pipe(Layer.provide([Growth.layer, StreakRisks.layer]))
