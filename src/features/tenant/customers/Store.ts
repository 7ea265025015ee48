/** Workspaces in Postgres. Every change is announced: each node keeps what requests must know of a tenant in memory. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { moveBeside, returnBeside, zoneBeside } from "../../../platform/analytics/Deltas.ts"
import { standings } from "../../../buddy/Standings.ts"
import { latenessOf } from "../../../platform/auth/Tenants.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { randomBase62, randomBytes, uuid } from "../../../platform/postgres/Ids.ts"
import { nowDate, row } from "../../../platform/postgres/Sql.ts"
import { iso } from "../../../wire/Ids.ts"
import { type Capability, PlanName } from "../../../wire/Plans.ts"
import type { ValidationFailed } from "../../../wire/Failure.ts"
import type { Caller } from "../../../wire/Principal.ts"
import { activeStatuses } from "../../players/eggs/Rules.ts"
import { AudienceInUse, type ReplaceAudiences, type UpdateSettings } from "./Api.ts"
import { Audience, type Customer, defaultSettings, Settings } from "../../../wire/answers/Customer.ts"
import { implicitAudience, isImplicitAgain, slugOf, successorOfImplicit } from "./Rules.ts"
import { followers } from "./Store/Followers.ts"
import { checkHoldout } from "./Store/Holdout.ts"

const {
  coin_name,
  hall_of_fame,
  lapsed_after_days,
  locale,
  max_lateness_days,
  roi,
  support_email,
  timezone,
  website_url,
  widget_theme
} = Settings.fields

const CustomerRow = Schema.Struct({
  customer_id: Schema.String,
  name: Schema.String,
  slug: Schema.String,
  plan: PlanName,
  // only what was set; other families keep their own settings in the same document
  settings: Schema.Struct({
    timezone: Schema.optionalKey(timezone),
    max_lateness_days: Schema.optionalKey(max_lateness_days),
    lapsed_after_days: Schema.optionalKey(lapsed_after_days),
    locale: Schema.optionalKey(locale),
    coin_name: Schema.optionalKey(coin_name),
    website_url: Schema.optionalKey(website_url),
    support_email: Schema.optionalKey(support_email),
    hall_of_fame: Schema.optionalKey(hall_of_fame),
    widget_theme,
    roi
  }),
  audiences: Schema.Array(Audience),
  active_config_version_id: Schema.NullOr(Schema.String),
  created_at: Schema.Date
})

const toWire = (found: typeof CustomerRow.Type): Customer => ({
  ...found,
  settings: {
    ...defaultSettings,
    ...found.settings,
    max_lateness_days: latenessOf(found.settings.max_lateness_days)
  },
  created_at: iso(found.created_at)
})

/** A slug that is taken gets a random tail; with this many tries a failure is a bug. */
const slugTries = 5

export class CustomerStore extends Context.Service<
  CustomerStore,
  {
    /** a new workspace, in the caller's transaction */
    create(name: string, plan: PlanName): Effect.Effect<Customer>
    get(customer_id: string): Effect.Effect<Customer>
    /** the oldest workspace of a name and plan, for the service's own use */
    named(name: string, plan: PlanName): Effect.Effect<Option.Option<string>>
    rename(caller: Caller, name: string | undefined): Effect.Effect<Customer>
    /** null takes a setting back to its default, absent leaves it */
    changeSettings(caller: Caller, settings: UpdateSettings): Effect.Effect<Customer, ValidationFailed>
    replaceAudiences(caller: Caller, audiences: ReplaceAudiences["audiences"]): Effect.Effect<Customer, AudienceInUse>
    /** all that is off from now on, in the caller's transaction */
    switchOff(customer_id: string, disabled: ReadonlyArray<Capability>): Effect.Effect<Customer>
  }
>()("hatchery/features/customers/CustomerStore") {
  static readonly layer = Layer.effect(
    CustomerStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      const columns = sql.literal(
        "customer_id, name, slug, plan, settings, audiences, active_config_version_id, created_at"
      )
      const one = (statement: Parameters<ReturnType<typeof row>>[0]) =>
        Effect.map(row(CustomerRow)(statement), (found) => toWire(Option.getOrThrow(found)))
      const announced = <E>(customer_id: string, change: Effect.Effect<Customer, E>) =>
        sql
          .withTransaction(Effect.tap(change, () => changes.publish({ _tag: "Tenant", customer_id })))
          .pipe(Effect.catchTag("SqlError", Effect.die))

      const switchedOff = (customer_id: string, disabled: ReadonlyArray<Capability>) =>
        Effect.map(
          nowDate,
          (now) => sql`
          UPDATE customers SET disabled_capabilities = ${disabled}::text[], updated_at = ${now}
          WHERE customer_id = ${customer_id}::uuid RETURNING ${columns}`
        )

      return CustomerStore.of({
        create: createWith(sql, columns),
        get: (customer_id) => one(sql`SELECT ${columns} FROM customers WHERE customer_id = ${customer_id}::uuid`),
        named: namedIn(sql),
        rename: ({ customer_id }, name) =>
          announced(
            customer_id,
            Effect.flatMap(nowDate, (now) =>
              one(sql`
            UPDATE customers SET name = coalesce(${name ?? null}::text, name), updated_at = ${now}
            WHERE customer_id = ${customer_id}::uuid RETURNING ${columns}`)
            )
          ),
        changeSettings: ({ customer_id }, settings) =>
          announced(customer_id, settingsChanged(sql, columns)(customer_id, settings)),
        switchOff: (customer_id, disabled) =>
          announced(customer_id, Effect.flatMap(switchedOff(customer_id, disabled), one)),
        replaceAudiences: ({ customer_id }, audiences) =>
          announced(
            customer_id,
            Effect.gen(function* () {
              const now = yield* nowDate
              const before = yield* one(sql`SELECT ${columns} FROM customers WHERE ${held(sql, customer_id)}`)
              yield* checkUnused(sql, customer_id, before.audiences, audiences)
              const successor = successorOfImplicit(before.audiences, audiences)
              if (successor !== undefined) yield* takeOver(sql, changes, { customer_id, audience: successor, now })
              if (isImplicitAgain(before.audiences, audiences)) yield* returnBeside(sql, customer_id, implicitAudience)
              return yield* one(sql`
            UPDATE customers SET audiences = ${JSON.stringify(audiences)}::jsonb,
              implicit_audience = coalesce(${successor ?? null}, implicit_audience), updated_at = ${now}
            WHERE customer_id = ${customer_id}::uuid RETURNING ${columns}`)
            })
          )
      })
    })
  )
}

/**
 * Not its key: every row of the workspace refers to that, and whoever holds a buddy or an egg while writing such a row
 * would wait for one who goes on to buddies and eggs. Whoever rests on the audiences takes FOR SHARE.
 */
const held = (sql: SqlClient.SqlClient, customer_id: string) =>
  sql`customer_id = ${customer_id}::uuid FOR NO KEY UPDATE`

/** In the caller's transaction. */
const settingsChanged = (sql: SqlClient.SqlClient, columns: ReturnType<SqlClient.SqlClient["literal"]>) =>
  Effect.fnUntraced(function* (customer_id: string, settings: UpdateSettings) {
    const given = Object.entries(settings)
    const set = Object.fromEntries(given.filter(([, value]) => value !== null))
    const restored = given.filter(([, value]) => value === null).map(([key]) => key)
    const one = (statement: Parameters<ReturnType<typeof row>>[0]) =>
      Effect.map(row(CustomerRow)(statement), (found) => toWire(Option.getOrThrow(found)))
    const before = yield* one(sql`SELECT ${columns} FROM customers WHERE ${held(sql, customer_id)}`)
    yield* checkHoldout(sql, before, settings.roi?.holdout_audience)
    const changed = yield* one(sql`
      UPDATE customers
      SET settings = (settings || ${JSON.stringify(set)}::jsonb) - ${restored}::text[], updated_at = ${yield* nowDate}
      WHERE customer_id = ${customer_id}::uuid RETURNING ${columns}`)
    const zones = { from: before.settings.timezone, to: changed.settings.timezone }
    if (zones.from !== zones.to) yield* zoneBeside(sql, customer_id, zones)
    return changed
  })

const createWith = (sql: SqlClient.SqlClient, columns: ReturnType<SqlClient.SqlClient["literal"]>) =>
  Effect.fn("CustomerStore.create")(function* (name: string, plan: PlanName) {
    const now = yield* nowDate
    const wanted = slugOf(name)
    for (let attempt = 0; attempt < slugTries; attempt++) {
      const slug = attempt === 0 ? wanted : `${wanted}-${(yield* randomBase62(6)).toLowerCase()}`
      const made = yield* row(CustomerRow)(sql`
        INSERT INTO customers (customer_id, name, slug, plan, draw_secret, created_at, updated_at)
        VALUES (${yield* uuid}::uuid, ${name}, ${slug}, ${plan}, ${yield* randomBytes(32)}, ${now}, ${now})
        ON CONFLICT (slug) DO NOTHING RETURNING ${columns}`)
      if (Option.isSome(made)) return toWire(made.value)
    }
    return yield* Effect.die(new Error("no free slug was found for a new workspace"))
  })

const UseRow = Schema.Struct({ audience: Schema.String, buddies: Schema.Int, eggs: Schema.Int })

type Keyed = ReadonlyArray<{ readonly key: string }>

/** Fails with the first audience that is taken off the list while somebody is in it. */
const checkUnused = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  before: Keyed,
  after: Keyed
) {
  const kept = after.length === 0 ? [implicitAudience] : after.map(({ key }) => key)
  const removed = before.flatMap(({ key }) => (kept.includes(key) ? [] : [key]))
  if (removed.length === 0) return
  const used = yield* row(UseRow)(sql`
    SELECT * FROM (
      SELECT audience, place,
        (SELECT count(*)::int FROM buddy_identities AS b WHERE b.customer_id = ${customer_id}::uuid
           AND b.audience = removed.audience AND b.status = 'active') AS buddies,
        (SELECT count(*)::int FROM eggs AS e WHERE e.customer_id = ${customer_id}::uuid
           AND e.audience = removed.audience AND e.status = ANY(${activeStatuses}::text[])) AS eggs
      FROM unnest(${removed}::text[]) WITH ORDINALITY AS removed (audience, place)
    ) AS counted WHERE buddies + eggs > 0 ORDER BY place LIMIT 1`)
  if (Option.isSome(used)) return yield* new AudienceInUse(used.value)
})

/** Beyond this many users, telling all nodes to forget everything is cheaper than naming them. */
const namedUsersMax = 100

/**
 * Moves the buddies of the implicit audience, and what was made for them. A buddy's version goes up with it: the actor
 * that may hold the buddy in memory finds itself fenced at its next commit, reads the row again, decides with the new
 * audience.
 */
const takeOver = (
  sql: SqlClient.SqlClient,
  changes: CacheInvalidation["Service"],
  { audience, customer_id, now }: { readonly customer_id: string; readonly audience: string; readonly now: Date }
) =>
  Effect.gen(function* () {
    const move = { from: implicitAudience, to: audience }
    yield* Effect.forEach(followers, (follow) => follow(sql, customer_id, move), { discard: true })
    yield* moveBeside(sql, customer_id, [implicitAudience, audience])
    const { moveAudience } = standings(sql)
    const users = [...new Set(yield* moveAudience(customer_id, implicitAudience, audience, now))]
    if (users.length > namedUsersMax) return yield* changes.publish({ _tag: "Everything" })
    yield* Effect.forEach(users, (user_id) => changes.publish({ _tag: "Route", customer_id, user_id }), {
      discard: true
    })
  })

const namedIn =
  (sql: SqlClient.SqlClient): CustomerStore["Service"]["named"] =>
  (name, plan) =>
    Effect.map(
      row(Schema.Struct({ customer_id: Schema.String }))(sql`
        SELECT customer_id FROM customers WHERE name = ${name} AND plan = ${plan} ORDER BY created_at LIMIT 1`),
      Option.map(({ customer_id }) => customer_id)
    )
