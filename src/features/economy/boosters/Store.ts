/** Grants of boosters in Postgres; those of audiences count from here, see platform/campaigns/sources. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { nameOfUse } from "../../../platform/requests/UsesOfKeys.ts"
import { boosted, roundings, stackings } from "../../../wire/campaigns/Boosters.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { iso, isUuid } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { CampaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { audienceBoosters_max, type BoosterGrant, type BoosterInput } from "./Api.ts"

const Row = Schema.Struct({
  booster_grant_id: Schema.String,
  booster_key: Schema.String,
  audience: Schema.NullOr(Schema.String),
  buddy_ids: Schema.NullOr(Schema.Array(Schema.String)),
  applies_to: Schema.Array(Schema.Literals(boosted)),
  multiplier: Schema.Finite,
  stacking: Schema.Literals(stackings),
  rounding: Schema.Literals(roundings),
  starts_at: Schema.Date,
  ends_at: Schema.Date,
  extra_coins: Schema.NumberFromString,
  created_at: Schema.Date
})

const columns = `g.booster_grant_id, g.booster_key, g.audience, g.buddy_ids, g.applies_to, g.multiplier, g.stacking,
  g.rounding, g.starts_at, g.ends_at, g.created_at,
  (SELECT coalesce(sum(t.amount), 0)::text FROM campaign_totals AS t WHERE t.customer_id = g.customer_id
    AND t.subject_id = g.booster_grant_id AND t.bucket = 'extra_coins') AS extra_coins`

export const statusAt = (now: number, starts_at: number, ends_at: number): BoosterGrant["status"] =>
  now < starts_at ? "scheduled" : now < ends_at ? "running" : "ended"

const toWire =
  (now: number) =>
  ({ audience, buddy_ids, ...found }: typeof Row.Type): BoosterGrant => ({
    ...found,
    target: { buddy_ids, audience },
    buddies: buddy_ids?.length ?? 0,
    status: statusAt(now, found.starts_at.getTime(), found.ends_at.getTime()),
    starts_at: iso(found.starts_at),
    ends_at: iso(found.ends_at),
    created_at: iso(found.created_at)
  })

export interface NewGrant extends Omit<BoosterInput, "target" | "starts_at" | "duration_minutes"> {
  readonly booster_grant_id: string
  readonly target: { readonly buddy_ids: ReadonlyArray<string> | null; readonly audience: string | null }
  /** epoch ms */
  readonly starts_at: number
  readonly ends_at: number
  readonly command_key: string | undefined
}

interface Service {
  /** one for each use of the request's key, of which this is the first */
  keyOfUse(customer_id: string, command_key: string): Effect.Effect<string>
  /** the grant, or the one that the same request began before */
  add(customer_id: string, grant: NewGrant): Effect.Effect<BoosterGrant, CampaignLimit>
  list(
    customer_id: string,
    query: OffsetQuery & { readonly status?: BoosterGrant["status"] }
  ): Effect.Effect<OffsetPage<BoosterGrant>>
  /** ends the booster of an audience */
  remove(customer_id: string, id: string): Effect.Effect<void, NotFound>
}

export class BoosterStore extends Context.Service<BoosterStore, Service>()("hatchery/features/boosters/BoosterStore") {
  static readonly layer = Layer.effect(
    BoosterStore,
    Effect.suspend(() => make)
  )
}

const keyOfUse = (sql: SqlClient.SqlClient): Service["keyOfUse"] => {
  const madeAt = (customer_id: string) => (key: string) =>
    Effect.map(
      row(Schema.Struct({ created_at: Schema.Date }))(sql`
        SELECT created_at FROM booster_grants WHERE customer_id = ${customer_id}::uuid AND command_key = ${key}`),
      Option.map(({ created_at }) => created_at)
    )
  return Effect.fn("BoosterStore.keyOfUse")(function* (customer_id, command_key) {
    const now = yield* Clock.currentTimeMillis
    return yield* nameOfUse(command_key, { name: (use) => use, madeAt: madeAt(customer_id), now })
  })
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const shown = sql.literal(columns)
  const transaction = transactionOf(sql)
  const changes = yield* CacheInvalidation
  const tell = (customer_id: string) => changes.publish({ _tag: "Tenant", customer_id })

  /** One writer at a time: of two nodes with one request the second finds what the first has made. */
  const inTurn = (customer_id: string) =>
    Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`booster_grants:${customer_id}`}, 0))`)

  /** Whoever asks has its turn, or two would both be the last that is allowed. */
  const makeRoom = Effect.fnUntraced(function* (customer_id: string, now: Date) {
    const live = yield* execute(sql`
      SELECT 1 FROM booster_grants WHERE customer_id = ${customer_id}::uuid AND audience IS NOT NULL
        AND deleted_at IS NULL AND ends_at > ${now}`)
    const max = audienceBoosters_max
    if (live >= max) return yield* new CampaignLimit({ of: "audience_boosters", max })
    yield* tell(customer_id)
  })

  const add = Effect.fnUntraced(function* (customer_id: string, grant: NewGrant) {
    const now = yield* nowDate
    const { audience, buddy_ids } = grant.target
    const key = grant.command_key ?? null
    yield* inTurn(customer_id)
    const before = yield* rows(Row)(sql`
      SELECT ${shown} FROM booster_grants AS g
      WHERE g.customer_id = ${customer_id}::uuid AND g.command_key = ${key}`)
    if (before[0] !== undefined) return toWire(now.getTime())(before[0])
    if (audience !== null) yield* makeRoom(customer_id, now)
    const made = yield* rows(Row)(sql`
      INSERT INTO booster_grants AS g (customer_id, booster_grant_id, booster_key, audience, buddy_ids, applies_to,
        multiplier, stacking, rounding, starts_at, ends_at, command_key, created_at)
      VALUES (${customer_id}::uuid, ${grant.booster_grant_id}::uuid, ${grant.booster_key}, ${audience},
        ${buddy_ids}::uuid[], ${grant.applies_to}::text[], ${grant.multiplier}, ${grant.stacking}, ${grant.rounding},
        ${new Date(grant.starts_at)}, ${new Date(grant.ends_at)}, ${key}, ${now})
      RETURNING ${shown}`)
    return toWire(now.getTime())(made[0]!)
  })

  return BoosterStore.of({
    keyOfUse: keyOfUse(sql),
    add: Effect.fn("BoosterStore.add")((customer_id, grant) => transaction(add(customer_id, grant))),
    list: Effect.fn("BoosterStore.list")(function* (customer_id, { status, ...query }) {
      const now = yield* Clock.currentTimeMillis
      const at = new Date(now)
      const where = sql.and([
        sql`g.customer_id = ${customer_id}::uuid AND g.deleted_at IS NULL`,
        ...(status === "scheduled" ? [sql`g.starts_at > ${at}`] : []),
        ...(status === "running" ? [sql`g.starts_at <= ${at} AND g.ends_at > ${at}`] : []),
        ...(status === "ended" ? [sql`g.ends_at <= ${at}`] : [])
      ])
      const page = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM booster_grants AS g WHERE ${where}`,
        read: (limit, offset) =>
          rows(Row)(sql`
            SELECT ${shown} FROM booster_grants AS g WHERE ${where}
            ORDER BY g.created_at DESC, g.booster_grant_id DESC LIMIT ${limit} OFFSET ${offset}`)
      })
      return { ...page, data: page.data.map(toWire(now)) }
    }),
    remove: Effect.fn("BoosterStore.remove")(function* (customer_id, id) {
      const gone = isUuid(id)
        ? execute(sql`
            UPDATE booster_grants SET deleted_at = ${yield* nowDate}
            WHERE customer_id = ${customer_id}::uuid AND booster_grant_id = ${id}::uuid AND audience IS NOT NULL
              AND deleted_at IS NULL RETURNING 1`)
        : Effect.succeed(0)
      const count = yield* transaction(Effect.tap(gone, () => tell(customer_id)))
      if (count === 0) return yield* new NotFound({ resource: "booster" })
    })
  })
})
