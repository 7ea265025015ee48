/**
 * Buddies as they are stored, with all a rule judges them by: for questions to many of them that change none. Whoever
 * has a command on its way is seen as it was before.
 */
import { withoutCampaigns } from "../../../../engine/campaigns/Campaigns.ts"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../../../buddy/Protocol.ts"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { type Standing, standings } from "../../../../buddy/Standings.ts"
import type { DecideContext } from "../../../../engine/core/Decision.ts"
import type { Snapshot } from "../../../../engine/core/Snapshot.ts"
import type { BuddyState } from "../../../../engine/core/State.ts"
import { momentOf, type TenantFacts, Tenants } from "../../../../platform/auth/Tenants.ts"

/** For an answer somebody waits for; more are an operation's. */
export const judged_max = 1_000

export interface JudgedBuddy {
  readonly buddy_id: string
  readonly user_id: string
  readonly state: BuddyState
  /** of its own version */
  readonly snapshot: Snapshot
  /** of the moment its user lives at; without what is drawn, paid once or limited for all: nothing is decided here */
  readonly context: DecideContext
}

const contextOf = (facts: TenantFacts, buddy: Standing, now: number): DecideContext => ({
  ...withoutCampaigns,
  now,
  buddy: { buddy_id: buddy.buddy_id, user_id: buddy.user_id, audience: buddy.audience, status: "active" },
  tenant_timezone: facts.timezone,
  max_lateness_days: facts.max_lateness_days,
  path: null,
  nextId: () => "",
  draw: () => 0,
  paid: () => false,
  budget: () => 0
})

/** At most `count` active buddies after one of them (null: from the first on), in order of their ids. */
export type Judging = (
  customer_id: string,
  after: string | null,
  count: number
) => Effect.Effect<ReadonlyArray<JudgedBuddy>, Unavailable>

/** To be yielded while a layer is built. */
export const judging = Effect.gen(function* () {
  const read = standings(yield* SqlClient.SqlClient).activeAfter
  const snapshots = yield* Snapshots
  const tenants = yield* Tenants
  const next: Judging = Effect.fn("Judging.next")(function* (customer_id, after, count) {
    const facts = yield* Effect.orDie(tenants.get(customer_id))
    const now = yield* Clock.currentTimeMillis
    const found = yield* read(customer_id, after, count)
    return yield* Effect.forEach(found, (buddy) =>
      Effect.map(snapshots.get(customer_id, buddy.config_version_id), (snapshot) => ({
        buddy_id: buddy.buddy_id,
        user_id: buddy.user_id,
        state: buddy.state,
        snapshot,
        context: contextOf(facts, buddy, momentOf(facts, buddy.user_id, now))
      }))
    )
  })
  return next
})
