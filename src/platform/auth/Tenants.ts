/**
 * What every request and every actor must know of a tenant, kept in memory until `CacheInvalidation` says otherwise.
 * Readers on the hot path use `cached`, which never waits.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { PathTerms } from "../../wire/content/PathDefinition.ts"
import { type Capability, PlanName } from "../../wire/Plans.ts"
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
  /** epoch ms at which users on a test clock live, by user id */
  readonly clocks: ReadonlyMap<string, number>
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
  disabled_capabilities: Schema.Array(Schema.String),
  active_config_version_id: Schema.NullOr(Schema.String),
  draw_secret: Schema.Uint8Array
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
      const known = new Map<string, TenantFacts>()
      // Counts invalidations: a read that started before one may not be kept after it.
      let generation = 0
      changes.subscribe((change) => {
        generation++
        if (change._tag === "Everything") known.clear()
        if (change._tag === "Tenant") known.delete(change.customer_id)
      })

      const cached = (customer_id: string) => {
        const facts = known.get(customer_id)
        return facts !== undefined && clock.currentTimeMillisUnsafe() - facts.loaded_at < ttlMs ? facts : undefined
      }

      const load = Effect.fn("Tenants.load")(function* (customer_id: string) {
        const started = generation
        const found = yield* row(TenantRow)(sql`
        SELECT name, plan, settings, audiences, disabled_capabilities, active_config_version_id, draw_secret
        FROM customers WHERE customer_id = ${customer_id}::uuid`)
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
        const { settings, disabled_capabilities, ...rest } = found.value
        const facts: TenantFacts = {
          ...rest,
          customer_id,
          timezone: settings.timezone ?? "UTC",
          max_lateness_days: settings.max_lateness_days ?? 7,
          disabled_capabilities: disabled_capabilities as ReadonlyArray<Capability>,
          strict_event_types: new Map(strict.map(({ event_type, properties }) => [event_type, properties])),
          paths: new Map(paths.map(({ audience, ...path }) => [audience, path])),
          clocks: new Map(clocks.map(({ user_id, virtual_now }) => [user_id, virtual_now.getTime()])),
          subscriptions: endpoints.map(({ webhook_config_id, events }) => ({
            webhook_config_id,
            matches: compilePatterns(events)
          })),
          loaded_at: clock.currentTimeMillisUnsafe()
        }
        if (started === generation) known.set(customer_id, facts)
        return facts
      })

      return Tenants.of({
        cached,
        forget: (customer_id) => void known.delete(customer_id),
        get: (customer_id) => {
          const facts = cached(customer_id)
          return facts === undefined ? load(customer_id) : Effect.succeed(facts)
        }
      })
    })
  )
}
