/** Change sets as the actors would hand them to the journal: events decided one per buddy, in turn. */
import { type LiveCampaigns, noCampaigns } from "../../src/wire/campaigns/Live.ts"
import { Effect } from "effect"
import { hash, randomBytes } from "node:crypto"
import type { ResidentState } from "../../src/buddy/actor/ResidentState.ts"
import { takeTurn, type TurnOptions } from "../../src/buddy/actor/Turn.ts"
import type { ChangeSet } from "../../src/buddy/journal/ChangeSet.ts"
import { countsOf } from "../../src/buddy/journal/Counts.ts"
import { signHead } from "../../src/buddy/journal/LedgerHead.ts"
import type { BuddyRequest, Pending } from "../../src/buddy/Protocol.ts"
import { Budgets } from "../../src/buddy/quota/Budgets.ts"
import { decide } from "../../src/engine/core/decide.ts"
import { initialState } from "../../src/engine/core/initialState.ts"
import { compile } from "../../src/engine/core/Snapshot.ts"
import type { TenantFacts } from "../../src/platform/auth/Tenants.ts"
import { RandomBytes, uuidAt } from "../../src/platform/postgres/Ids.ts"
import { compilePatterns } from "../../src/platform/webhooks/Outbox.ts"
import { content } from "./content.ts"
import { buddyId, type World } from "./seed.ts"

const key = { key_id: "019aa000-0000-7000-8000-0000000000ff", material: randomBytes(32) }
const random = RandomBytes.defaultValue()
const nextId = (ms: number) => uuidAt(random, ms)
const snapshotOf = ({ config_version_id }: World) => compile(content, { config_version_id })

const factsOf = (
  { customer_id, config_version_id, webhook_config_id }: World,
  campaigns: LiveCampaigns
): TenantFacts => ({
  customer_id,
  name: "Bench",
  plan: "enterprise",
  timezone: "UTC",
  max_lateness_days: 7,
  audiences: [{ key: "default" }],
  successor: null,
  disabled_capabilities: [],
  active_config_version_id: config_version_id,
  draw_secret: randomBytes(32),
  subscriptions: [{ webhook_config_id, matches: compilePatterns(["coins.earned", "token.earned"]) }],
  strict_event_types: new Map(),
  paths: new Map(),
  clocks: new Map(),
  campaigns,
  erased_at: null,
  loaded_at: Date.now()
})

const residentsOf = (world: World, buddies: number): ReadonlyArray<ResidentState> => {
  const now = Date.now()
  const snapshot = snapshotOf(world)
  const state_json = JSON.stringify(initialState(snapshot, { hatched_at: now, timezone: null }))
  return Array.from({ length: buddies }, (_, index) => ({
    user_id: `u${index}`,
    audience: "default",
    status: "active",
    version: 1,
    state_json,
    snapshot,
    heads: new Map(),
    isVouchedFor: true,
    paid: undefined,
    confirmed_at: now
  }))
}

/** As load.c names them: one after the other. */
const idInTurn = (serial: number): string => `hatchery-1-${serial}`

/** As load.c sends it. */
const eventOf = (event_id: string, serial: number, index: number, now: number): BuddyRequest => {
  const user_id = `u${index}`
  return {
    command_id: event_id,
    command: {
      _tag: "Event",
      event_id,
      type: "lesson.completed",
      occurred_at: now,
      properties: { score: 90, minutes: 12, lesson_id: `l${serial}` }
    },
    event: { user_id, audience: "default", payload_hash: hash("sha256", event_id), mode: "live" },
    webhooks: true
  }
}

const noBudgets = new Budgets({ read: () => Effect.succeed([]), now: Date.now, runFork: () => undefined })

export interface DecidedOptions {
  readonly idOf?: (serial: number) => string
  readonly campaigns?: LiveCampaigns
  /** tells epoch ms */
  readonly clock?: () => number
  /** whose turn it is, by what was decided before; in turn, where nothing else is said */
  readonly order?: (serial: number) => number
  readonly countsOf?: TurnOptions["countsOf"]
}

/** Decides the next event, of the next of so many buddies. */
export const decisionsOf = (world: World, buddies: number, options: DecidedOptions = {}): (() => ChangeSet) => {
  const { campaigns = noCampaigns, clock = Date.now, idOf = idInTurn, order } = options
  const [facts, residents] = [factsOf(world, campaigns), residentsOf(world, buddies)]
  let serial = 0
  return () => {
    const index = order === undefined ? serial % buddies : order(serial)
    const [core, now] = [residents[index]!, clock()]
    const request = eventOf(idOf(serial), serial++, index, now)
    const turn = takeTurn(
      {
        owner: { customer_id: world.customer_id, buddy_id: buddyId(0, index) },
        core,
        facts,
        decide,
        sign: (owner, heads) => signHead(key, owner, heads),
        budgets: noBudgets,
        now,
        present: now,
        nextId,
        repinTo: undefined,
        countsOf: options.countsOf ?? countsOf
      },
      [{ request } as Pending]
    )
    turn.apply(core)
    return turn.change!
  }
}
