/** Players of hosted surfaces, with what opens the page to them: hashes and, for a while, the thing itself, sealed. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { AlreadyExists, NotFound } from "../../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import type { HostedSurface } from "../Api.ts"
import { hostedLimits } from "../Api.ts"
import { type HostedPlayer, type PatchPlayer, PlayerLimit } from "../Api/Players.ts"
import { BuddyArchived } from "../../../../wire/refusals/Buddies.ts"
import { PlayerNotReady } from "../Api/Recipes.ts"
import { WidgetTokenStore } from "../../widget-sessions/Store.ts"
import { audienceOf } from "../Rules.ts"
import { cardsOf, type Issued } from "./Cards.ts"

const PlayerRow = Schema.Struct({
  player_id: Schema.String,
  hosted_surface_id: Schema.String,
  user_id: Schema.String,
  display_name: Schema.String,
  status: Schema.Literals(["active", "disabled"]),
  egg_id: Schema.NullOr(Schema.String),
  buddy_id: Schema.NullOr(Schema.String),
  last_session_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date,
  updated_at: Schema.Date
})

const OpenEgg = Schema.Struct({ egg_id: Schema.String, status: Schema.Literals(["waiting", "ready", "hatching"]) })

export interface PlayerQuery extends OffsetQuery {
  readonly status?: "active" | "disabled"
  readonly user_id?: string
  readonly q?: string
}

type Surface = Pick<HostedSurface, "hosted_surface_id" | "audience">

export class HostedPlayerStore extends Context.Service<
  HostedPlayerStore,
  {
    list(customer_id: string, surface: Surface, query: PlayerQuery): Effect.Effect<OffsetPage<HostedPlayer>>
    get(customer_id: string, surface: Surface, player_id: string): Effect.Effect<HostedPlayer, NotFound>
    /** in the caller's transaction: a place under the limit, a code and a card */
    add(
      customer_id: string,
      surface: Surface,
      player: { readonly user_id: string; readonly display_name: string }
    ): Effect.Effect<Issued & { readonly player_id: string }, AlreadyExists | PlayerLimit>
    /** of a user: the one that is furthest on its way to hatch; it stays there until the caller's transaction ends */
    openEgg(customer_id: string, user_id: string, audience: string): Effect.Effect<Option.Option<typeof OpenEgg.Type>>
    setEgg(customer_id: string, player_id: string, egg_id: string): Effect.Effect<void>
    update(
      customer_id: string,
      surface: Surface,
      player_id: string,
      patch: PatchPlayer
    ): Effect.Effect<HostedPlayer, NotFound>
    /** whether an egg of the player may still become its buddy */
    isAwaited(customer_id: string, player_id: string): Effect.Effect<boolean>
    /** why a player has no buddy: its egg takes its time, or nothing is on its way and what there was is archived */
    notReady(
      customer_id: string,
      surface: Surface,
      player_id: string
    ): Effect.Effect<never, BuddyArchived | PlayerNotReady>
    /** none: too long ago, or no key opens it */
    issued(customer_id: string, player_id: string): Effect.Effect<Option.Option<Issued>>
    /** the old ones are void */
    reissue(customer_id: string, surface: Surface, player_id: string): Effect.Effect<Issued, NotFound>
    /** in the caller's transaction: nobody who is in stays in */
    endSessions(
      customer_id: string,
      of: { readonly surface: string } | { readonly player: string }
    ): Effect.Effect<void>
  }
>()("hatchery/features/hosted-surfaces/HostedPlayerStore") {
  static readonly layer = Layer.effect(
    HostedPlayerStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(WidgetTokenStore.layer))
}

/**
 * The user's first buddy of the page's audience, as SQL over the alias p. A page that names none was made while
 * there was one: whoever played then goes on, also when a second audience has come up since.
 */
const buddyOf = (
  sql: SqlClient.SqlClient,
  tenant: Parameters<typeof audienceOf>[0],
  { audience }: Surface,
  status: "active" | "archived" = "active"
) => {
  const own = audienceOf(tenant, audience) ?? ""
  return sql`(
    SELECT b.buddy_id FROM buddy_identities AS b
    WHERE b.customer_id = p.customer_id AND b.user_id = p.user_id AND b.status = ${status}
      AND (b.audience = ${own} OR ${own === "" && audience === null}) ORDER BY b.created_at, b.buddy_id LIMIT 1)`
}

const wire = ({ created_at, last_session_at, updated_at, ...player }: typeof PlayerRow.Type): HostedPlayer => ({
  ...player,
  last_session_at: isoOrNull(last_session_at),
  created_at: iso(created_at),
  updated_at: iso(updated_at)
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tenants = yield* Tenants
  const cards = yield* cardsOf

  const columns = Effect.fnUntraced(function* (customer_id: string, surface: Surface) {
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    return sql`p.player_id, p.hosted_surface_id, p.user_id, p.display_name, p.status, p.egg_id, p.last_session_at,
      p.created_at, p.updated_at, ${buddyOf(sql, tenant, surface)} AS buddy_id`
  })
  const get = Effect.fnUntraced(function* (customer_id: string, surface: Surface, player_id: string) {
    if (!isUuid(player_id)) return yield* new NotFound({ resource: "player" })
    const found = yield* row(PlayerRow)(sql`
      SELECT ${yield* columns(customer_id, surface)} FROM hosted_players AS p
      WHERE p.customer_id = ${customer_id}::uuid AND p.hosted_surface_id = ${surface.hosted_surface_id}::uuid
        AND p.player_id = ${player_id}::uuid`)
    return Option.isNone(found) ? yield* new NotFound({ resource: "player" }) : wire(found.value)
  })

  const isAwaited = (customer_id: string, player_id: string) =>
    Effect.map(
      execute(sql`
        SELECT 1 FROM hosted_players AS p JOIN eggs AS e ON e.customer_id = p.customer_id AND e.user_id = p.user_id
        WHERE p.customer_id = ${customer_id}::uuid AND p.player_id = ${player_id}::uuid
          AND e.status IN ('waiting', 'ready', 'hatching') LIMIT 1`),
      (found) => found > 0
    )

  const { list } = listing(sql, columns)
  const endSessions = ending(sql, yield* WidgetTokenStore)
  return HostedPlayerStore.of({
    list,
    get: Effect.fn("HostedPlayerStore.get")(get),
    endSessions,
    issued: cards.issued,
    isAwaited: Effect.fn("HostedPlayerStore.isAwaited")(isAwaited),
    openEgg: Effect.fn("HostedPlayerStore.openEgg")((customer_id, user_id, audience) =>
      row(OpenEgg)(sql`
        SELECT egg_id, status FROM eggs WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}
          AND audience = ${audience} AND status IN ('waiting', 'ready', 'hatching')
        ORDER BY status, created_at DESC LIMIT 1 FOR NO KEY UPDATE`)
    ),
    notReady: Effect.fn("HostedPlayerStore.notReady")(function* (customer_id, surface, player_id) {
      const archived = buddyOf(sql, yield* Effect.orDie(tenants.get(customer_id)), surface, "archived")
      const found = yield* execute(sql`
        SELECT 1 FROM hosted_players AS p
        WHERE p.customer_id = ${customer_id}::uuid AND p.player_id = ${player_id}::uuid AND ${archived} IS NOT NULL`)
      const isArchived = found > 0 && !(yield* isAwaited(customer_id, player_id))
      return yield* isArchived ? new BuddyArchived() : new PlayerNotReady()
    }),
    setEgg: Effect.fn("HostedPlayerStore.setEgg")((customer_id, player_id, egg_id) =>
      Effect.asVoid(
        execute(sql`UPDATE hosted_players SET egg_id = ${egg_id}::uuid
          WHERE customer_id = ${customer_id}::uuid AND player_id = ${player_id}::uuid RETURNING 1`)
      )
    ),
    ...writing({ sql, tenants, cards, get, endSessions })
  })
})

type Get = HostedPlayerStore["Service"]["get"]
type EndSessions = HostedPlayerStore["Service"]["endSessions"]

interface Writing {
  readonly sql: SqlClient.SqlClient
  readonly tenants: Tenants["Service"]
  readonly cards: Effect.Success<typeof cardsOf>
  readonly get: Get
  readonly endSessions: EndSessions
}

const writing = ({
  cards,
  endSessions,
  get,
  sql,
  tenants
}: Writing): Pick<HostedPlayerStore["Service"], "add" | "update" | "reissue"> => {
  const transaction = transactionOf(sql)
  return {
    add: Effect.fn("HostedPlayerStore.add")(function* (customer_id, { hosted_surface_id }, { display_name, user_id }) {
      yield* Effect.orDie(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(${`hosted_players:${hosted_surface_id}`}, 0))`
      )
      const held = yield* rows(Schema.Struct({ total: Schema.Int, known: Schema.Boolean }))(sql`
        SELECT count(*)::int AS total, coalesce(bool_or(user_id = ${user_id}), false) AS known FROM hosted_players
        WHERE customer_id = ${customer_id}::uuid AND hosted_surface_id = ${hosted_surface_id}::uuid`)
      const { known, total } = held[0]!
      if (known) return yield* new AlreadyExists({ resource: "player", key: user_id })
      const max = hostedLimits.players[(yield* Effect.orDie(tenants.get(customer_id))).plan]
      if (total >= max) return yield* new PlayerLimit({ max })
      const [player_id, now] = [yield* uuid, yield* nowDate]
      const { card_hash, code_mac, ...issued } = yield* cards.fresh(customer_id, hosted_surface_id)
      yield* Effect.orDie(sql`
        INSERT INTO hosted_players (customer_id, player_id, hosted_surface_id, user_id, display_name, status, code_mac,
          card_hash, created_at, updated_at)
        VALUES (${customer_id}::uuid, ${player_id}::uuid, ${hosted_surface_id}::uuid, ${user_id}, ${display_name},
          'active', ${code_mac}, ${card_hash}, ${now}, ${now})`)
      return { player_id, ...(yield* cards.keep(customer_id, player_id, issued)) }
    }),
    update: Effect.fn("HostedPlayerStore.update")((customer_id, surface, player_id, patch) =>
      transaction(
        Effect.gen(function* () {
          yield* get(customer_id, surface, player_id)
          const { display_name = null, status = null } = patch
          // What is not named stays as it is, whatever somebody else makes of it at this moment.
          yield* Effect.orDie(sql`
            UPDATE hosted_players SET display_name = coalesce(${display_name}::text, display_name),
              status = coalesce(${status}::text, status), updated_at = ${yield* nowDate}
            WHERE customer_id = ${customer_id}::uuid AND player_id = ${player_id}::uuid`)
          if (status === "disabled") yield* endSessions(customer_id, { player: player_id })
          return yield* get(customer_id, surface, player_id)
        })
      )
    ),
    reissue: Effect.fn("HostedPlayerStore.reissue")((customer_id, surface, id) =>
      transaction(
        Effect.gen(function* () {
          const { player_id } = yield* get(customer_id, surface, id)
          const { card_hash, code_mac, ...issued } = yield* cards.fresh(customer_id, surface.hosted_surface_id)
          yield* Effect.orDie(sql`
            UPDATE hosted_players SET code_mac = ${code_mac}, card_hash = ${card_hash}, updated_at = ${yield* nowDate}
            WHERE customer_id = ${customer_id}::uuid AND player_id = ${player_id}::uuid`)
          yield* endSessions(customer_id, { player: player_id })
          return yield* cards.keep(customer_id, player_id, issued)
        })
      )
    )
  }
}

const ending = (sql: SqlClient.SqlClient, tokens: WidgetTokenStore["Service"]): EndSessions =>
  Effect.fnUntraced(function* (customer_id, of) {
    const which = "player" in of ? sql`player_id = ${of.player}::uuid` : sql`hosted_surface_id = ${of.surface}::uuid`
    const players = yield* rows(Schema.Struct({ player_id: Schema.String }))(
      sql`SELECT player_id FROM hosted_players WHERE customer_id = ${customer_id}::uuid AND ${which}`
    )
    const ids = players.map(({ player_id }) => player_id)
    yield* execute(sql`
      DELETE FROM hosted_refreshes WHERE customer_id = ${customer_id}::uuid AND player_id = ANY(${ids}::uuid[])
      RETURNING 1`)
    yield* tokens.revokeOfPlayers(customer_id, ids)
  })

type Columns = (customer_id: string, surface: Surface) => Effect.Effect<Statement.Fragment>

const listing = (sql: SqlClient.SqlClient, columns: Columns): Pick<HostedPlayerStore["Service"], "list"> => {
  const list: HostedPlayerStore["Service"]["list"] = Effect.fn("HostedPlayerStore.list")(function* (
    customer_id,
    surface,
    { q, status, user_id, ...page }
  ) {
    const where = sql.and([
      sql`p.customer_id = ${customer_id}::uuid AND p.hosted_surface_id = ${surface.hosted_surface_id}::uuid`,
      ...(status === undefined ? [] : [sql`p.status = ${status}`]),
      ...(user_id === undefined ? [] : [sql`p.user_id = ${user_id}`]),
      ...(q === undefined ? [] : [sql`starts_with(lower(upper(p.display_name)), lower(upper(${q})))`])
    ])
    const shown = yield* columns(customer_id, surface)
    return yield* offsetList(page, {
      count: sql`SELECT count(*)::int AS total FROM hosted_players AS p WHERE ${where}`,
      read: (limit, offset) =>
        Effect.map(
          rows(PlayerRow)(sql`SELECT ${shown} FROM hosted_players AS p WHERE ${where}
              ORDER BY p.created_at DESC, p.player_id DESC LIMIT ${limit} OFFSET ${offset}`),
          (found) => found.map(wire)
        )
    })
  })
  return { list }
}
