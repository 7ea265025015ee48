/**
 * What every request and every actor must know of a tenant, kept in memory until `CacheInvalidation` says otherwise.
 * Readers on the hot path use `cached`, which never waits.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { PathTerms } from "../../wire/content/PathDefinition.ts"
import { type Capability, type Entitled, isActive, PlanName } from "../../wire/Plans.ts"
import { type LiveCampaigns, withoutStopped } from "../../wire/campaigns/Live.ts"
import { liveCampaigns } from "../campaigns/sources.ts"
import { CacheInvalidation } from "../cluster/CacheInvalidation.ts"
import { compilePatterns } from "../webhooks/Subscriptions.ts"
import { row, rows } from "../postgres/Sql.ts"

export interface TenantFacts {
  readonly customer_id: string
  readonly name: string
  readonly plan: PlanName
  /** IANA zone, the fallback behind a user's own */
  readonly timezone: string
  readonly max_lateness_days: number
  readonly audiences: ReadonlyArray<{ readonly key: string; readonly name?: string }>
  /** whom rules for the implicit audience are for by now; null: for nobody else */
  readonly successor: string | null
  readonly disabled_capabilities: ReadonlyArray<Capability>
  readonly active_config_version_id: string | null
  readonly draw_secret: Uint8Array
  readonly subscriptions: ReadonlyArray<{
    readonly webhook_config_id: string
    readonly matches: (event: string) => boolean
  }>
  /** event types that refuse properties they do not name, by type */
  readonly strict_event_types: ReadonlyMap<string, ReadonlyArray<StrictProperty>>
  /** the active path of each audience, by audience key */
  readonly paths: ReadonlyMap<string, PathTerms>
  /** what runs for all buddies beside the config versions */
  readonly campaigns: LiveCampaigns
  /** epoch ms at which users on a test clock live, by user id */
  readonly clocks: ReadonlyMap<string, number>
  /** epoch ms of the newest erasure of a user; null: there never was one */
  readonly erased_at: number | null
  /** epoch ms of the read */
  readonly loaded_at: number
}

export interface StrictProperty {
  readonly name: string
  readonly type: "string" | "number" | "boolean" | "array" | "object"
  readonly required: boolean
}

/** The moment a user lives at: that of the test clock the user is on, else the present. Both epoch ms. */
export const momentOf = ({ clocks }: Pick<TenantFacts, "clocks">, user_id: string, present: number): number =>
  clocks.get(user_id) ?? present

export class TenantNotFound extends Schema.TaggedError<TenantNotFound>()("TenantNotFound", {}) {}

/** Days; none at all, which could be set once, would let nothing pay: no event arrives before it has occurred. */
export const latenessOf = (days = 7): number => Math.max(1, days)

/** A missed notification may not serve old facts for ever. */
const ttlMs = 30_000

const TenantRow = Schema.Struct({
  name: Schema.String,
  plan: PlanName,
  settings: Schema.Struct({
    timezone: Schema.optionalKey(Schema.String),
    max_lateness_days: Schema.optionalKey(Schema.Int)
  }),
  audiences: Schema.Array(Schema.Struct({ key: Schema.String, name: Schema.optionalKey(Schema.String) })),
  successor: Schema.NullOr(Schema.String),
  disabled_capabilities: Schema.Array(Schema.String),
  active_config_version_id: Schema.NullOr(Schema.String),
  draw_secret: Schema.Uint8Array,
  newest_erasure_at: Schema.NullOr(Schema.Date)
})
const StrictRow = Schema.Struct({
  event_type: Schema.String,
  properties: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      type: Schema.Literals(["string", "number", "boolean", "array", "object"]),
      required: Schema.Boolean
    })
  )
})
const PathRow = Schema.Struct({
  audience: Schema.String,
  path_key: Schema.String,
  steps: Schema.Unknown as unknown as Schema.Codec<PathTerms["steps"]>
})
const ClockRow = Schema.Struct({ user_id: Schema.String, virtual_now: Schema.Date })
const SubscriptionRow = Schema.Struct({ webhook_config_id: Schema.String, events: Schema.Array(Schema.String) })

export class Tenants extends Context.Service<
  Tenants,
  {
    get(customer_id: string): Effect.Effect<TenantFacts, TenantNotFound>
    /** undefined when unknown or too old; never waits */
    cached(customer_id: string): TenantFacts | undefined
    forget(customer_id: string): void
  }
>()("hatchery/platform/Tenants") {
  static readonly layer = Layer.effect(
    Tenants,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      const clock = yield* Clock.Clock
      const factsOf = reading(sql)
      const known = new Map<string, TenantFacts>()
      // A read that started before its tenant changed may not be kept. News of others do not concern it: where there
      // are many of them, nobody's facts would ever be kept.
      const reads = new Set<{ readonly customer_id: string; isOld: boolean }>()
      const forget = (customer_id: string) => {
        known.delete(customer_id)
        for (const read of reads) if (read.customer_id === customer_id) read.isOld = true
      }
      changes.subscribe((change) => {
        if (change._tag === "Tenant") forget(change.customer_id)
        if (change._tag !== "Everything") return
        known.clear()
        for (const read of reads) read.isOld = true
      })

      const cached = (customer_id: string) => {
        const facts = known.get(customer_id)
        return facts !== undefined && clock.currentTimeMillisUnsafe() - facts.loaded_at < ttlMs ? facts : undefined
      }

      const load = Effect.fn("Tenants.load")(function* (customer_id: string) {
        const read = { customer_id, isOld: false }
        reads.add(read)
        yield* Effect.addFinalizer(() => Effect.sync(() => reads.delete(read)))
        const facts: TenantFacts = { ...(yield* factsOf(customer_id)), loaded_at: clock.currentTimeMillisUnsafe() }
        if (!read.isOld) known.set(customer_id, facts)
        return facts
      }, Effect.scoped)

      return Tenants.of({
        cached,
        forget,
        get: (customer_id) => {
          const facts = cached(customer_id)
          return facts === undefined ? load(customer_id) : Effect.succeed(facts)
        }
      })
    })
  )
}

const reading = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string) {
    const found = yield* row(TenantRow)(sql`
        SELECT name, plan, settings, audiences, disabled_capabilities, active_config_version_id, draw_secret,
          CASE WHEN audiences <> '[]' AND NOT audiences @> '[{"key": "default"}]' THEN implicit_audience
            END AS successor,
          (SELECT newest_at FROM erasure_keys AS k WHERE k.customer_id = c.customer_id) AS newest_erasure_at
        FROM customers AS c WHERE customer_id = ${customer_id}::uuid`)
    if (Option.isNone(found)) return yield* new TenantNotFound()
    const endpoints = yield* rows(SubscriptionRow)(sql`
        SELECT webhook_config_id, events FROM webhook_configs WHERE customer_id = ${customer_id}::uuid AND enabled`)
    const strict = yield* rows(StrictRow)(sql`
        SELECT event_type, properties FROM event_types
        WHERE customer_id = ${customer_id}::uuid AND unknown_properties = 'reject' AND status = 'active'`)
    const paths = yield* rows(PathRow)(sql`
        SELECT audience, path_key, steps FROM path_definitions
        WHERE customer_id = ${customer_id}::uuid AND is_active`)
    const clocks = yield* rows(ClockRow)(sql`
        SELECT u.user_id, c.virtual_now FROM test_clock_users AS u
        JOIN test_clocks AS c ON c.customer_id = u.customer_id AND c.test_clock_id = u.test_clock_id
        WHERE u.customer_id = ${customer_id}::uuid`)
    const campaigns = yield* liveCampaigns(sql, customer_id)
    const { disabled_capabilities, newest_erasure_at, settings, ...rest } = found.value
    const entitled: Entitled = {
      plan: rest.plan,
      disabled_capabilities: disabled_capabilities as ReadonlyArray<Capability>
    }
    return {
      ...rest,
      ...entitled,
      customer_id,
      erased_at: newest_erasure_at === null ? null : newest_erasure_at.getTime(),
      timezone: settings.timezone ?? "UTC",
      max_lateness_days: latenessOf(settings.max_lateness_days),
      strict_event_types: new Map(strict.map(({ event_type, properties }) => [event_type, properties])),
      // Of a capability that is off the rules are given nothing, and nobody is told of anything.
      paths: new Map(isActive(entitled, "paths") ? paths.map(({ audience, ...path }) => [audience, path]) : []),
      campaigns: withoutStopped(campaigns, entitled),
      clocks: new Map(clocks.map(({ user_id, virtual_now }) => [user_id, virtual_now.getTime()])),
      subscriptions: (isActive(entitled, "webhooks") ? endpoints : []).map(({ webhook_config_id, events }) => ({
        webhook_config_id,
        matches: compilePatterns(events)
      }))
    } satisfies Omit<TenantFacts, "loaded_at">
  })
