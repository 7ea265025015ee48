/**
 * Who lives in a seed and what is asked of them: tenants with generated rules, users with one buddy, two or none yet,
 * and a life of commands with late, repeated and contradictory events, across midnights and clock changes.
 */
import { createHmac } from "node:crypto"
import * as fc from "fast-check"
import type { BuddyRequest } from "../../src/buddy/Protocol.ts"
import { initialState } from "../../src/engine/core/initialState.ts"
import { compile } from "../../src/engine/core/Snapshot.ts"
import type { ConfigContent } from "../../src/wire/content/ConfigContent.ts"
import type { Surroundings } from "../kit/auditor/Books.ts"
import type { Undo } from "../kit/engine/EngineHost.ts"
import { content, streakContent } from "../kit/generators/content.ts"
import { type Life, life } from "../kit/generators/history.ts"
import { Campaigns, type Subject } from "./Campaigns.ts"
import type { Postgres } from "./Postgres.ts"
import { poisonType } from "./Writing.ts"
import type { Random } from "./Random.ts"
import type { Tenant } from "./Statements.ts"

/** Events of this type are too much for the rules. */
export const breakingType = "breaks"

/** Type of the trace row by which the simulation numbers decisions. */
export const stampType = "stamp"

export const uuid = (kind: number, index: number): string =>
  `00000000-0000-4000-8000-${kind.toString(16).padStart(4, "0")}${index.toString(16).padStart(8, "0")}`

export interface Buddy {
  readonly customer_id: string
  readonly buddy_id: string
  readonly user_id: string
  readonly hatched_at: number
  readonly config_version_id: string
}

/** What a tenant does next, after a pause. */
export interface Step {
  readonly pause_ms: number
  readonly do: Action
}

export type Action =
  | { readonly _tag: "Request"; readonly command: BuddyRequest["command"]; readonly late_ms: number }
  | { readonly _tag: "Undo"; readonly mode: Undo["mode"] }
  | { readonly _tag: "Hatch" }
  | { readonly _tag: "Publish" }
  | { readonly _tag: "Close"; readonly subject: Subject }
  | { readonly _tag: "Settle"; readonly subject: Subject }

export interface Version {
  readonly config_version_id: string
  readonly content: ConfigContent
}

const sampled = <A>(arbitrary: fc.Arbitrary<A>, seed: number): A => fc.sample(arbitrary, { seed, numRuns: 1 })[0]!

/** Streaks every lesson counts for: days that more than one event holds. */
const streaksOf = (seed: number) => ({ streak_rules: sampled(streakContent, seed).streak_rules })

/** As a tenant changes its rules: other amounts, some on and some off; what a buddy remembers stays comparable. */
const revised = (before: ConfigContent): ConfigContent => ({
  ...before,
  coin_rules: before.coin_rules.map((rule, index) => ({
    ...rule,
    enabled: index % 2 === 0 ? !rule.enabled : rule.enabled,
    amount: rule.amount.mode === "fixed" ? { ...rule.amount, value: Math.min(1e9, rule.amount.value + 1) } : rule.amount
  })),
  token_rules: before.token_rules.map((rule) => ({ ...rule, enabled: !rule.enabled })),
  badge_definitions: before.badge_definitions.map((badge) => ({ ...badge, coin_reward: badge.coin_reward + 1 }))
})

/** An independent reading of the promise: a share of [0, 1) from the first 48 bits of an HMAC of id and label. */
const drawWith =
  (secret: Uint8Array) =>
  (id: string, label: string): number =>
    Number.parseInt(createHmac("sha256", secret).update(`${id}|${label}`).digest("hex").slice(0, 12), 16) / 2 ** 48

export class Scenario {
  readonly tenants: ReadonlyMap<string, Tenant>
  readonly around: Surroundings
  readonly buddies: Array<Buddy> = []
  readonly steps: Array<Step>
  readonly versions: readonly [Version, Version]
  /** which version new buddies are pinned to, by tenant */
  readonly published = new Map<string, Version>()
  readonly began_at: number
  readonly campaigns: Campaigns
  private readonly regrets: boolean
  private readonly random: Random
  private readonly postgres: Postgres

  constructor(seed: number, random: Random, postgres: Postgres) {
    this.random = random
    this.postgres = postgres
    // What an event brought is taken back by the rules that gave it: whoever does that keeps them, and stays in place.
    this.regrets = random.chance(0.5)
    const written = this.regrets ? { ...sampled(content, seed), ...streaksOf(seed) } : sampled(content, seed)
    const lived = sampled(this.regrets ? life("daily", 45, { regrets: "soon" }) : life("any", 45), seed)
    this.around = lived.around
    this.began_at = lived.steps[0]!.now
    this.versions = [
      { config_version_id: uuid(1, 1), content: written },
      { config_version_id: uuid(1, 2), content: revised(written) }
    ]
    const customers = [uuid(2, 1), uuid(2, 2)]
    this.tenants = new Map(customers.map((customer_id, index) => [customer_id, this.tenant(customer_id, index)]))
    this.campaigns = new Campaigns(customers, postgres.tables, (index) => uuid(4, index))
    for (const customer_id of customers) this.publish(customer_id, this.versions[0])
    this.hatch(customers[0]!, "user-1")
    this.hatch(customers[0]!, "user-1")
    this.hatch(customers[0]!, "user-2")
    // The only buddy of its tenant: nobody else spends its budgets, so they can be recounted to the coin.
    this.hatch(customers[1]!, "user-1")
    this.steps = this.script(lived.steps)
  }

  private tenant(customer_id: string, index: number): Tenant {
    const { max_lateness_days, tenant_timezone } = this.around
    const draw_secret = new Uint8Array(32).fill(index + 1)
    return { customer_id, timezone: tenant_timezone, max_lateness_days, draw_secret }
  }

  /** What the auditor has to know of a buddy's world. */
  aroundOf({ customer_id, hatched_at }: Buddy): Surroundings {
    return { ...this.around, hatched_at, draw: drawWith(this.tenants.get(customer_id)!.draw_secret) }
  }

  contentOf(config_version_id: string): ConfigContent {
    return this.versions.find((version) => version.config_version_id === config_version_id)!.content
  }

  publish(customer_id: string, version: Version): void {
    this.published.set(customer_id, version)
    const { config_version_id, content } = version
    const row = { content: JSON.parse(JSON.stringify(content)) as unknown, status: "published" }
    this.postgres.tables.configs.set(`${customer_id}/${config_version_id}`, row)
  }

  /** As the hatch workflow leaves it. */
  hatch(customer_id: string, user_id: string, now = this.around.hatched_at): Buddy {
    const { config_version_id, content } = this.published.get(customer_id)!
    const { audience, timezone } = this.around
    const index = this.buddies.length
    const buddy = { customer_id, buddy_id: uuid(3, index), user_id, hatched_at: now, config_version_id }
    const state = initialState(compile(content, { config_version_id }), { hatched_at: now, timezone })
    this.buddies.push(buddy)
    this.postgres.tables.bear(`${customer_id}/${buddy.buddy_id}`, {
      customer_id,
      buddy_id: buddy.buddy_id,
      user_id,
      audience,
      created_at: now + index,
      version: 1,
      coins: 0,
      state: JSON.stringify(state),
      ledger_head: null,
      config_version_id,
      status: "active",
      name: "Pip"
    })
    return buddy
  }

  /** The generated life, in bursts, with what no generator of lives knows of: hatching, publishing, hostile events. */
  private script(lived: Life["steps"]): Array<Step> {
    const { random } = this
    let before = lived[0]!.now
    const steps = lived.map(({ command, now }): Step => {
      const pause_ms = random.chance(0.6) ? random.below(40) : now - before
      const late_ms = command._tag === "Event" ? now - command.occurred_at : 0
      before = now
      if (command._tag === "Undo") return { pause_ms, do: { _tag: "Undo", mode: command.mode } }
      return { pause_ms, do: { _tag: "Request", command: this.twisted(command), late_ms } }
    })
    const insert = (step: Action) =>
      steps.splice(random.below(steps.length + 1), 0, { pause_ms: random.below(40), do: step })
    const request = (command: BuddyRequest["command"]) => insert({ _tag: "Request", command, late_ms: 0 })
    for (let count = this.regrets ? random.below(12) : 0; count > 0; count--) insert({ _tag: "Undo", mode: "clamp" })
    if (random.chance(0.6)) insert({ _tag: "Hatch" })
    if (!this.regrets && random.chance(0.8)) insert({ _tag: "Publish" })
    if (random.chance(0.4)) request({ _tag: "Archive" })
    for (let count = random.below(4); count > 0; count--)
      request({ _tag: "SpendCoins", amount: 1 + random.below(30), reason: null, reference_id: null })
    for (const subject of this.campaigns.subjects) if (random.chance(0.7)) insert({ _tag: "Close", subject })
    return steps
  }

  private twisted(command: BuddyRequest["command"]): BuddyRequest["command"] {
    if (command._tag !== "Event") return command
    // What a client sends has been through JSON.
    const properties = JSON.parse(JSON.stringify(command.properties)) as Record<string, unknown>
    const chance = this.random.next()
    const type = chance < 0.02 ? poisonType : chance < 0.04 ? breakingType : command.type
    return { ...command, type, properties }
  }
}
