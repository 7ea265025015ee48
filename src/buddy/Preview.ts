/** Dry runs: what a buddy would do, decided on its committed state, with nothing written. */
import { Clock, Effect } from "effect"
import type { Command } from "../engine/core/Command.ts"
import type { Decision } from "../engine/core/Decision.ts"
import type { Snapshot } from "../engine/core/Snapshot.ts"
import { momentOf, Tenants } from "../platform/auth/Tenants.ts"
import { ActorServices } from "./actor/ActorServices.ts"
import { Loader } from "./actor/Loader.ts"
import { BuddyNotFound, type Unavailable } from "./Protocol.ts"
import { Snapshots } from "./actor/Snapshots.ts"
import { contextOf } from "./actor/DecisionContext.ts"
import type { BudgetKey } from "./actor/Store.ts"
import { stateOf } from "./actor/ResidentState.ts"

export interface PreviewOptions {
  /** epoch ms; the present when left out */
  readonly now?: number
  /** the rules to decide by; those of the buddy's own version when left out */
  readonly snapshot?: Snapshot
  /** id the draws depend on; for events the event_id is taken */
  readonly command_id?: string
}

export type Preview = (
  customer_id: string,
  buddy_id: string,
  command: Command,
  options: PreviewOptions
) => Effect.Effect<Decision, BuddyNotFound | Unavailable>

export const makePreview = Effect.gen(function* () {
  const environment = yield* ActorServices
  const loader = yield* Loader
  const snapshots = yield* Snapshots
  const tenants = yield* Tenants
  const clock = yield* Clock.Clock

  const preview: Preview = Effect.fn("Buddies.preview")(function* (customer_id, buddy_id, command, options) {
    const facts = yield* Effect.mapError(tenants.get(customer_id), () => new BuddyNotFound())
    const core = yield* loader.get(customer_id, buddy_id)
    const snapshot = options.snapshot ?? (yield* snapshots.get(customer_id, core.snapshot.config_version_id))
    const now = options.now ?? momentOf(facts, core.user_id, clock.currentTimeMillisUnsafe())
    const id = command._tag === "Event" ? command.event_id : (options.command_id ?? environment.nextId(now))
    const { budgets, nextId, decide } = environment
    const begun_at = clock.currentTimeMillisUnsafe()
    const asked: Array<BudgetKey> = []
    const left = (key: BudgetKey, max_coins: number) => {
      asked.push(key)
      return budgets.left(key, max_coins)
    }
    const context = contextOf(
      { owner: { customer_id, buddy_id }, core, facts, budgets: { left }, nextId, now },
      { id: () => id, isBackfill: () => false }
    )
    // No commit refuses what an old view of the budgets lets through: whatever was asked about is read first.
    while (true) {
      const decision = decide(snapshot, stateOf(core), command, context)
      const doubted = budgets.doubted(asked.splice(0), begun_at)
      if (doubted.length === 0) return decision
      yield* budgets.refresh(doubted)
    }
  })
  return preview
})
