/** Reads of buddies: always from Postgres, so that they show what was answered, whichever node owns the actor. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Snapshots } from "../../../buddy/actor/Snapshots.ts"
import { AppConfig } from "../../../Config.ts"
import type { Snapshot } from "../../../engine/core/Snapshot.ts"
import type { BuddyState } from "../../../engine/core/State.ts"
import { evolutionView, progressionView, skillView, tokensView } from "../../../engine/views/views.ts"
import { assetUrl } from "../../../platform/storage/Assets.ts"
import { mapPage, type OffsetPage, offsetList } from "../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../platform/postgres/Sql.ts"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { iso, isoOrNull, type Listed, listed } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { BadgeAward, Evolution, Progression, Tokens, UserSummary } from "./Api.ts"
import type { Buddy } from "../../../wire/answers/Buddy.ts"
import { buddyColumns, BuddyRow, findBuddies, type FindBuddy } from "./Store/Find.ts"

const BadgeRow = Schema.Struct({
  badge_key: Schema.String,
  label: Schema.String,
  times: Schema.Int,
  coin_reward: Schema.BigInt,
  reason: Schema.NullOr(Schema.String),
  awarded_at: Schema.Date
})
const SummaryRow = Schema.Struct({
  buddies: Schema.Int,
  active_buddies: Schema.Int,
  coins: Schema.BigInt,
  badges: Schema.Int
})

export interface BuddyFilter {
  readonly status?: "active" | "archived"
  readonly user_id?: string
  readonly audience?: string
}

const storable = (text: string | undefined) => text === undefined || (!text.includes("\u0000") && text.isWellFormed())
/** What is kept of types its config has no more is shown nowhere; a version that has them again shows it. */
const balancesOf = ({ tokens }: Snapshot, state: BuddyState) =>
  Object.fromEntries(
    Object.entries(state.tokens).flatMap(([key, { balance }]) => (tokens.has(key) ? [[key, balance]] : []))
  )

/** A row as the contract shows it. */
const wireOf = (publicUrl: string, snapshot: Snapshot, buddy: BuddyRow): Buddy => {
  const { state } = buddy
  const picture = (sha: string | null) => (sha === null ? null : assetUrl(publicUrl, sha))
  const equipped = Object.entries(state.items).filter(([, item]) => item.equipped)
  return {
    buddy_id: buddy.buddy_id,
    user_id: buddy.user_id,
    egg_id: buddy.egg_id,
    name: buddy.name,
    audience: buddy.audience,
    status: buddy.status,
    evolution_stage: state.evolution_stage,
    prestige_level: state.prestige_level,
    coins: state.coins.balance,
    tokens: balancesOf(snapshot, state),
    skills: skillView(snapshot, state),
    equipped_items: equipped.map(([item_id, { category }]) => ({ item_id, category })),
    image_url: picture(buddy.image_sha),
    thumb_url: picture(buddy.thumb_sha),
    base_image_url: picture(buddy.base_image_sha),
    appearance: {
      status: buddy.appearance_status,
      error_code: buddy.appearance_error,
      retry_at: isoOrNull(buddy.appearance_retry_at)
    },
    is_mentor: buddy.is_mentor,
    is_naked: equipped.length === 0,
    config_version_id: buddy.config_version_id,
    metadata: buddy.metadata,
    created_at: iso(buddy.created_at),
    archived_at: isoOrNull(buddy.archived_at)
  }
}

export class BuddyReads extends Context.Service<
  BuddyReads,
  {
    list(customer_id: string, query: OffsetQuery & BuddyFilter): Effect.Effect<OffsetPage<Listed<Buddy>>>
    read(customer_id: string, buddy_id: string): Effect.Effect<Buddy, NotFound>
    /** a buddy with all that views of it are made of, in one statement */
    standing(customer_id: string, buddy_id: string): Effect.Effect<Standing, NotFound>
    summary(customer_id: string, user_id: string): Effect.Effect<typeof UserSummary.Type, NotFound>
    badges(
      customer_id: string,
      buddy_id: string,
      query: OffsetQuery
    ): Effect.Effect<OffsetPage<typeof BadgeAward.Type>, NotFound>
    tokens(customer_id: string, buddy_id: string): Effect.Effect<typeof Tokens.Type, NotFound>
    evolution(customer_id: string, buddy_id: string): Effect.Effect<typeof Evolution.Type, NotFound>
    progression(customer_id: string, buddy_id: string): Effect.Effect<typeof Progression.Type, NotFound>
  }
>()("hatchery/features/buddies/BuddyReads") {
  static readonly layer = Layer.effect(
    BuddyReads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const snapshots = yield* Snapshots
      const { publicUrl } = yield* AppConfig
      const columns = sql.literal(buddyColumns)
      const find = yield* findBuddies
      const snapshotOf = (customer_id: string, { config_version_id }: BuddyRow) =>
        Effect.orDie(snapshots.get(customer_id, config_version_id))
      const toWire: ToWire = (customer_id, buddy) =>
        Effect.map(snapshotOf(customer_id, buddy), (snapshot) => wireOf(publicUrl, snapshot, buddy))
      return BuddyReads.of({
        ...lists(sql, columns, toWire),
        ...ofUser(sql),
        ...badges(sql, find),
        ...views(find, toWire, snapshotOf, yield* Tenants)
      })
    })
  )
}

export interface Standing {
  readonly buddy: Buddy
  readonly state: BuddyState
  readonly snapshot: Snapshot
  readonly at: { readonly now: number; readonly tenant_timezone: string }
}

type Service = BuddyReads["Service"]
type ToWire = (customer_id: string, buddy: BuddyRow) => Effect.Effect<Buddy>
type SnapshotOf = (customer_id: string, buddy: BuddyRow) => Effect.Effect<Snapshot>

const lists = (sql: SqlClient.SqlClient, columns: Statement.Fragment, toWire: ToWire): Pick<Service, "list"> => ({
  list: Effect.fn("BuddyReads.list")(function* (customer_id, query) {
    const possible = storable(query.user_id) && storable(query.audience)
    const where = sql.and([
      sql`customer_id = ${customer_id}::uuid`,
      ...(possible ? [] : [sql`false`]),
      ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
      ...(query.user_id === undefined || !possible ? [] : [sql`user_id = ${query.user_id}`]),
      ...(query.audience === undefined || !possible ? [] : [sql`audience = ${query.audience}`])
    ])
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM buddy_identities WHERE ${where}`,
      read: (limit, offset) =>
        rows(BuddyRow)(sql`
        SELECT ${columns} FROM buddies WHERE ${where} ORDER BY created_at DESC, buddy_id DESC
          LIMIT ${limit} OFFSET ${offset}`)
    })
    return {
      ...page,
      data: yield* Effect.forEach(page.data, (buddy) => Effect.map(toWire(customer_id, buddy), listed))
    }
  })
})

const ofUser = (sql: SqlClient.SqlClient): Pick<Service, "summary"> => ({
  summary: Effect.fn("BuddyReads.summary")(function* (customer_id, user_id) {
    if (!storable(user_id)) return yield* new NotFound({ resource: "user" })
    const found = yield* row(SummaryRow)(sql`
    SELECT count(*)::int AS buddies, (count(*) FILTER (WHERE status = 'active'))::int AS active_buddies,
           coalesce(sum(coins), 0)::bigint AS coins,
           (SELECT count(*)::int FROM held_badges a JOIN buddies o ON o.customer_id = a.customer_id
             AND o.buddy_id = a.buddy_id
            WHERE o.customer_id = ${customer_id}::uuid AND o.user_id = ${user_id}) AS badges
    FROM buddies WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}`)
    const { coins, ...counts } = Option.getOrThrow(found)
    return { user_id, ...counts, coins: Number(coins) }
  })
})

const badges = (sql: SqlClient.SqlClient, find: FindBuddy): Pick<Service, "badges"> => ({
  badges: Effect.fn("BuddyReads.badges")(function* (customer_id, buddy_id, query) {
    yield* find(customer_id, buddy_id)
    const where = sql`customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM held_badges WHERE ${where}`,
      read: (limit, offset) =>
        rows(BadgeRow)(sql`
        SELECT badge_key, label, times, coin_reward, reason, awarded_at FROM held_badges WHERE ${where}
        ORDER BY awarded_at DESC, badge_key, times DESC LIMIT ${limit} OFFSET ${offset}`)
    })
    return mapPage(page, (badge) => ({
      ...badge,
      coin_reward: Number(badge.coin_reward),
      awarded_at: iso(badge.awarded_at)
    }))
  })
})

const views = (
  find: FindBuddy,
  toWire: ToWire,
  snapshotOf: SnapshotOf,
  tenants: Tenants["Service"]
): Pick<Service, "read" | "standing" | "tokens" | "evolution" | "progression"> => {
  const timeOf = Effect.fnUntraced(function* (customer_id: string, { user_id }: BuddyRow) {
    const facts = yield* Effect.orDie(tenants.get(customer_id))
    return { now: momentOf(facts, user_id, yield* Clock.currentTimeMillis), tenant_timezone: facts.timezone }
  })
  return {
    read: Effect.fn("BuddyReads.read")(function* (customer_id, buddy_id) {
      return yield* toWire(customer_id, yield* find(customer_id, buddy_id))
    }),
    standing: Effect.fn("BuddyReads.standing")(function* (customer_id, buddy_id) {
      const found = yield* find(customer_id, buddy_id)
      const [snapshot, at] = [yield* snapshotOf(customer_id, found), yield* timeOf(customer_id, found)]
      return { buddy: yield* toWire(customer_id, found), state: found.state, snapshot, at }
    }),
    tokens: Effect.fn("BuddyReads.tokens")(function* (customer_id, buddy_id) {
      const buddy = yield* find(customer_id, buddy_id)
      return tokensView(yield* snapshotOf(customer_id, buddy), buddy.state)
    }),
    evolution: Effect.fn("BuddyReads.evolution")(function* (customer_id, buddy_id) {
      const buddy = yield* find(customer_id, buddy_id)
      const at = yield* timeOf(customer_id, buddy)
      return { buddy_id, ...evolutionView(yield* snapshotOf(customer_id, buddy), buddy.state, at) }
    }),
    progression: Effect.fn("BuddyReads.progression")(function* (customer_id, buddy_id) {
      const buddy = yield* find(customer_id, buddy_id)
      const at = yield* timeOf(customer_id, buddy)
      const place = { ...at, audience: buddy.audience }
      return { buddy_id, ...progressionView(yield* snapshotOf(customer_id, buddy), buddy.state, place) }
    })
  }
}
