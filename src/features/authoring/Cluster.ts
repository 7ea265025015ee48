/** What a runner does for those who configure: migrations, backtests, backfills, decay. */
import { Layer } from "effect"
import { Backtest, Backtests } from "./backtests/Service.ts"
import { BacktestStore } from "./backtests/Store.ts"
import { BacktestLive } from "./backtests/Workflow.ts"
import { Backfill, Backfills } from "./badge-definitions/Service.ts"
import { BackfillLive } from "./badge-definitions/Workflow.ts"
import { BuddyMigrations, Migrate } from "./config-versions/Service/BuddyMigration.ts"
import { MigrateLive } from "./config-versions/Workflow.ts"
import { Decay, Decays } from "./skill-decay-rules/Service.ts"
import { DecayLive, decaySchedule } from "./skill-decay-rules/Workflow.ts"

/** Which workflow carries on with an operation of a kind. */
export const authoringJobs = { migrate: Migrate, backtest: Backtest, backfill: Backfill, decay: Decay }

/** Every node has these, whatever its role. */
export const AuthoringStores = BuddyMigrations.layer

export const AuthoringWorkers = Layer.mergeAll(MigrateLive, BacktestLive, BackfillLive, DecayLive, decaySchedule).pipe(
  Layer.provide([Backtests.layer, BacktestStore.layer, Backfills.layer, Decays.layer])
)
