/** What a runner does for those who configure: migrations, backtests, backfills, decay. */
import { Layer } from "effect"
import { Backtest, BacktestStore } from "./backtests/Store.ts"
import { BacktestLive } from "./backtests/Workflow.ts"
import { Backfill, BackfillStore } from "./badge-definitions/Store.ts"
import { BackfillLive } from "./badge-definitions/Workflow.ts"
import { BuddyMigrationStore, Migrate } from "./config-versions/Store/BuddyMigration.ts"
import { MigrateLive } from "./config-versions/Workflow.ts"
import { Decay, DecayStore } from "./skill-decay-rules/Store.ts"
import { DecayLive, decaySchedule } from "./skill-decay-rules/Workflow.ts"

/** Which workflow carries on with an operation of a kind. */
export const authoringJobs = { migrate: Migrate, backtest: Backtest, backfill: Backfill, decay: Decay }

/** Every node has these, whatever its role. */
export const AuthoringStores = BuddyMigrationStore.layer

export const AuthoringWorkers = Layer.mergeAll(MigrateLive, BacktestLive, BackfillLive, DecayLive, decaySchedule).pipe(
  Layer.provide([BacktestStore.layer, BackfillStore.layer, DecayStore.layer])
)
