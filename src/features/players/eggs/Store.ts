/**
 * Eggs in Postgres. Whoever moves an egg out of a status does it with an update that only finds that status, so two
 * callers never both win. How a buddy is born of one stands in Store/Birth.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { countBeside } from "../../../platform/analytics/Deltas.ts"
import { AppConfig } from "../../../Config.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { hash } from "../../../artist/hash.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { InvalidTransition, NotFound } from "../../../wire/Failure.ts"
import { iso, isUuid, type Listed, listed } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { PlanName, plans } from "../../../wire/Plans.ts"
import type { MissingAudience, UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { ProfileStore } from "../../surfaces/buddy-profiles/Store.ts"
import { OperationStore } from "../operations/Store.ts"
import { type Egg, EggNotReady, type EggTarget } from "./Api.ts"
import { ActiveEggLimit, EggStatus, NoPublishedConfig } from "../../../wire/refusals/Eggs.ts"
import { activeStatuses, audienceOf, mayMove, reusableStatuses, variantOf } from "./Rules.ts"
import { type Birth, birthInto, Hatchling } from "./Store/Birth.ts"

const Metadata = Schema.Record(Schema.String, Schema.Json)

const EggRow = Schema.Struct({
  egg_id: Schema.String,
  user_id: Schema.String,
  status: EggStatus,
  visual_variant: Schema.Int,
  audience: Schema.String,
  config_version_id: Schema.String,
  buddy_id: Schema.NullOr(Schema.String),
  metadata: Metadata,
  created_at: Schema.Date
})

/** A theme is the key of the preset a tenant started from; the artist draws any other neutrally. */
const default_theme = "default"

const { began_at: _, ...hatchlingColumns } = Hatchling.fields
const HatchlingRow = Schema.Struct(hatchlingColumns)

const TenantRow = Schema.Struct({
  plan: PlanName,
  audiences: Schema.Array(Schema.Struct({ key: Schema.String })),
  active_config_version_id: Schema.NullOr(Schema.String)
})

const toWire = (egg: typeof EggRow.Type): Egg => ({ ...egg, created_at: iso(egg.created_at) })

export interface EggQuery extends OffsetQuery {
  readonly user_id?: string
  readonly status?: EggStatus
}

export interface NewEgg {
  readonly user_id: string
  readonly metadata: typeof Metadata.Type
  /** answer the user's most recent waiting or ready egg instead, if there is one */
  readonly ensure: boolean
}

export type CreateEggFailure = MissingAudience | UnknownAudience | NoPublishedConfig | ActiveEggLimit

export class EggStore extends Context.Service<
  EggStore,
  {
    list(customer_id: string, query: EggQuery): Effect.Effect<OffsetPage<Listed<Egg>>>
    read(customer_id: string, id: string): Effect.Effect<Egg, NotFound>
    create(
      customer_id: string,
      egg: NewEgg
    ): Effect.Effect<{ readonly egg: Egg; readonly created: boolean }, CreateEggFailure>
    setStatus(customer_id: string, id: string, status: EggTarget): Effect.Effect<Egg, NotFound | InvalidTransition>
    /** takes a ready egg to be hatched, in the caller's transaction */
    take(customer_id: string, id: string): Effect.Effect<Egg, NotFound | EggNotReady>
    /** begins (again) to work on a hatch; none once its operation has ended */
    begin(key: OperationKey): Effect.Effect<Option.Option<Hatchling>>
    /**
     * one transaction: the buddy, its egg, its webhooks and the end of the operation; false, and nothing, once that
     * has ended
     */
    birth(key: OperationKey, birth: Birth): Effect.Effect<boolean>
  }
>()("hatchery/features/eggs/EggStore") {
  static readonly layer = Layer.effect(
    EggStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provideMerge(OperationStore.layer), Layer.provide(ProfileStore.layer))
}

const columns = "egg_id, user_id, status, visual_variant, audience, config_version_id, buddy_id, metadata, created_at"

const reading = (sql: SqlClient.SqlClient): Pick<EggStore["Service"], "list" | "read"> => ({
  list: Effect.fn("EggStore.list")(function* (customer_id, query) {
    const user_id = query.user_id ?? null
    const status = query.status ?? null
    const where = sql`customer_id = ${customer_id}::uuid AND (${user_id}::text IS NULL OR user_id = ${user_id})
      AND (${status}::text IS NULL OR status = ${status})`
    return yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM eggs WHERE ${where}`,
      read: (limit, offset) =>
        Effect.map(
          rows(EggRow)(sql`
            SELECT ${sql.literal(columns)} FROM eggs WHERE ${where}
            ORDER BY created_at DESC, egg_id DESC LIMIT ${limit} OFFSET ${offset}`),
          (found) => found.map((egg) => listed(toWire(egg)))
        )
    })
  }),
  read: Effect.fn("EggStore.read")(function* (customer_id, id) {
    if (!isUuid(id)) return yield* new NotFound({ resource: "egg" })
    const found = yield* row(EggRow)(sql`
      SELECT ${sql.literal(columns)} FROM eggs WHERE customer_id = ${customer_id}::uuid AND egg_id = ${id}::uuid`)
    return Option.isNone(found) ? yield* new NotFound({ resource: "egg" }) : toWire(found.value)
  })
})

/** Until the transaction ends, nobody else lays an egg for this user: two at once could both find room for theirs. */
export const lockEggsOf = (sql: SqlClient.SqlClient, customer_id: string, user_id: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`eggs:${customer_id}:${user_id}`}, 0))`

const creating = (sql: SqlClient.SqlClient, publicUrl: string): EggStore["Service"]["create"] => {
  /**
   * Not from memory: an egg laid after a publish was answered belongs to the version that was published. Locked, so
   * that its audience is not taken off the list before the egg is there to be counted.
   */
  const tenantOf = (customer_id: string) =>
    row(TenantRow)(sql`
      SELECT plan, audiences, active_config_version_id FROM customers
      WHERE customer_id = ${customer_id}::uuid FOR SHARE`)

  const activeOf = (customer_id: string, user_id: string) =>
    rows(EggRow)(sql`
      SELECT ${sql.literal(columns)} FROM eggs
      WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id} AND status = ANY(${activeStatuses}::text[])
      ORDER BY created_at DESC, egg_id DESC`)

  const insert = Effect.fnUntraced(function* (
    customer_id: string,
    { metadata, user_id }: NewEgg,
    placed: { readonly audience: string; readonly config_version_id: string }
  ) {
    const egg_id = yield* uuid
    const visual_variant = variantOf(hash(`variant:${egg_id}`))
    const now = yield* nowDate
    return yield* row(EggRow)(sql`
      INSERT INTO eggs (customer_id, egg_id, user_id, audience, status, visual_variant, config_version_id, metadata,
        created_at, updated_at)
      VALUES (${customer_id}::uuid, ${egg_id}::uuid, ${user_id}, ${placed.audience}, 'waiting', ${visual_variant},
        ${placed.config_version_id}::uuid, ${JSON.stringify(metadata)}::jsonb, ${now}, ${now})
      RETURNING ${sql.literal(columns)}`)
  })

  const create = Effect.fnUntraced(function* (customer_id: string, egg: NewEgg) {
    yield* lockEggsOf(sql, customer_id, egg.user_id)
    const { active_config_version_id, audiences, plan } = Option.getOrThrow(yield* tenantOf(customer_id))
    const audience = audienceOf(audiences, egg.metadata)
    if (typeof audience !== "string") return yield* audience
    if (active_config_version_id === null) {
      return yield* new NoPublishedConfig({ publish_url: `${publicUrl}/console/publish` })
    }
    const active = yield* activeOf(customer_id, egg.user_id)
    const reusable = egg.ensure ? active.find(({ status }) => reusableStatuses.includes(status)) : undefined
    if (reusable !== undefined) return { egg: toWire(reusable), created: false }
    const max = plans[plan].active_eggs_per_user
    if (active.length >= max) {
      return yield* new ActiveEggLimit({
        active: active.map(({ created_at, egg_id, status }) => ({ egg_id, status, created_at: iso(created_at) })),
        max
      })
    }
    const made = yield* insert(customer_id, egg, { audience, config_version_id: active_config_version_id })
    yield* countBeside(sql, { customer_id, user_id: egg.user_id }, [
      { metric: "eggs_created", audience, key: "", count: 1 }
    ])
    return { egg: toWire(Option.getOrThrow(made)), created: true }
  })

  return Effect.fn("EggStore.create")(
    (customer_id, egg) => sql.withTransaction(create(customer_id, egg)),
    Effect.catchTag("SqlError", Effect.die)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicUrl } = yield* AppConfig
  const operations = yield* OperationStore
  const { list, read } = reading(sql)

  /** The egg after the move; none when it was not in `from`. */
  const move = (customer_id: string, id: string, from: EggStatus, to: EggStatus) =>
    Effect.flatMap(nowDate, (now) =>
      row(EggRow)(sql`
        UPDATE eggs SET status = ${to}, updated_at = ${now}
        WHERE customer_id = ${customer_id}::uuid AND egg_id = ${id}::uuid AND status = ${from}
        RETURNING ${sql.literal(columns)}`)
    )

  const cancel = (customer_id: string, id: string, from: EggStatus) =>
    transactionOf(sql)(
      Effect.tap(move(customer_id, id, from, "cancelled"), (moved) =>
        Option.isNone(moved)
          ? Effect.void
          : countBeside(sql, { customer_id, user_id: moved.value.user_id }, [
              { metric: "eggs_cancelled", audience: moved.value.audience, key: "", count: 1 }
            ])
      )
    )

  operations.releaseWith("hatch", ({ customer_id, resource_id }) =>
    Effect.asVoid(move(customer_id, resource_id, "hatching", "ready"))
  )

  return EggStore.of({
    list,
    read,
    begin: Effect.fn("EggStore.begin")(function* (key) {
      const operation = yield* operations.start(key)
      if (Option.isNone(operation)) return Option.none()
      const { resource_id, started_at } = operation.value
      const found = yield* row(HatchlingRow)(sql`
        SELECT egg_id, user_id, visual_variant, config_version_id, metadata,
          (SELECT coalesce(settings ->> 'preset_key', ${default_theme})
           FROM customers WHERE customer_id = eggs.customer_id) AS theme
        FROM eggs WHERE customer_id = ${key.customer_id}::uuid AND egg_id = ${resource_id}::uuid`)
      return Option.map(found, (egg) => ({ ...egg, began_at: started_at.getTime() }))
    }),
    birth: yield* birthInto,
    create: creating(sql, publicUrl),
    setStatus: Effect.fn("EggStore.setStatus")(function* (customer_id, id, to) {
      while (true) {
        const { status: from } = yield* read(customer_id, id)
        if (!mayMove(from, to)) return yield* new InvalidTransition({ from, to })
        // Lost against somebody else's move: look again at where the egg is now.
        const moved = yield* to === "cancelled" ? cancel(customer_id, id, from) : move(customer_id, id, from, to)
        if (Option.isSome(moved)) return toWire(moved.value)
      }
    }),
    take: Effect.fn("EggStore.take")(function* (customer_id, id) {
      const egg = yield* read(customer_id, id)
      const taken = yield* move(customer_id, egg.egg_id, "ready", "hatching")
      if (Option.isNone(taken)) return yield* new EggNotReady({ status: (yield* read(customer_id, id)).status })
      return toWire(taken.value)
    })
  })
})
