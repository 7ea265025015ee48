/** What a board shows: to the workspace a page of it, to a player the top and where it stands itself. */
import { Clock, Context, Effect, Layer } from "effect"
import { type BoardPeriodOf, boardPeriodAt, boardPeriodNamed } from "../../../engine/calendar/boardPeriods.ts"
import { isoTime, zoneOf } from "../../../engine/calendar/zones.ts"
import { type TenantFacts, Tenants } from "../../../platform/auth/Tenants.ts"
import type { TieBreak } from "../../../wire/campaigns/Leaderboard.ts"
import { type NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import { type OffsetQuery, slice } from "../../../wire/Page.ts"
import { isActive } from "../../../wire/Plans.ts"
import type { MissingAudience, UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { TeamStore } from "../../community/teams/Store.ts"
import { resolveAudience } from "../../players/events/Rules.ts"
import type { Board, LeaderboardEntry } from "./Api.ts"
import { inOrder, type Place, placeAt, placeOf, type Scored, type Standings, withOwn } from "./Rules.ts"
import { LeaderboardStore, type StoredBoard } from "./Store.ts"
import { type Among, makeRanks, type Own, type Ranks } from "./Store/Ranks.ts"
import { type Face, type Faces, makeFaces, makeTeamFaces } from "./Store/Faces.ts"

export interface BoardQuery extends OffsetQuery {
  readonly period_key?: string
  readonly audience?: string
  readonly team_id?: string
}

export interface BoardPage {
  readonly data: ReadonlyArray<LeaderboardEntry>
  readonly meta: { readonly total: number; readonly page: number; readonly limit: number }
  readonly board: Board | null
}

export interface SeenEntry extends Pick<Face, "name" | "thumb_url"> {
  readonly rank: number
  readonly value: number
  readonly rank_change: number | null
  readonly is_me: boolean
}

/** A board as one player sees it. */
export interface SeenBoard {
  readonly board: Board
  readonly total: number
  readonly me: { readonly rank: number | null; readonly value: number; readonly rank_change: number | null } | null
  readonly entries: ReadonlyArray<SeenEntry>
}

export class Leaderboards extends Context.Service<
  Leaderboards,
  {
    page(
      customer_id: string,
      query: BoardQuery
    ): Effect.Effect<BoardPage, MissingAudience | UnknownAudience | NotFound | ValidationFailed>
    /** null: the board is off, or ranks teams where there are none */
    seen(customer_id: string, buddy_id: string, limit: number): Effect.Effect<SeenBoard | null>
    /** of whoever stands in rows of players */
    readonly faces: Faces
  }
>()("hatchery/features/leaderboards/Leaderboards") {
  static readonly layer = Layer.effect(
    Leaderboards,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([LeaderboardStore.layer, TeamStore.layer]))
}

/** Its count is there as long as it is on. */
interface Running extends StoredBoard {
  readonly subject_id: string
  readonly counting_since: Date
}
const isRunning = (board: StoredBoard): board is Running => board.subject_id !== null

const boardOf = (
  { counting_since, metric, period, scope }: Running,
  { period_key, window }: BoardPeriodOf,
  { as_of }: Standings
): Board => ({
  period,
  period_key,
  scope,
  metric,
  starts_at: window === null ? null : isoTime(window.starts_at),
  ends_at: window === null ? null : isoTime(window.ends_at),
  counting_since: iso(counting_since),
  as_of: isoTime(as_of)
})

const periodOfQuery = (
  { period }: StoredBoard,
  { timezone }: TenantFacts,
  now: number,
  period_key: string | undefined
): Effect.Effect<BoardPeriodOf, ValidationFailed> => {
  const zone = zoneOf(timezone)
  const found =
    period_key === undefined ? boardPeriodAt(period, zone, now) : boardPeriodNamed(period, zone, now, period_key)
  return found === undefined
    ? Effect.fail(ValidationFailed.at(["period_key"], `this is no ${period} period that can still be read`))
    : Effect.succeed(found)
}

/** Among whom a board of this scope ranks; null: everybody. */
const audienceOf = (
  scope: StoredBoard["scope"],
  { audiences }: TenantFacts,
  given: string | undefined
): Effect.Effect<string | null, MissingAudience | UnknownAudience> => {
  if (given === undefined && scope !== "audience") return Effect.succeed(null)
  const found = resolveAudience(audiences, given)
  return typeof found === "string" ? Effect.succeed(found) : Effect.fail(found)
}

/** Ranks of the period before, by row. A read of it is shared, so it is indexed once. */
const indexes = new WeakMap<Standings, ReadonlyMap<string, number>>()
const indexOf = (standings: Standings): ReadonlyMap<string, number> => {
  const known = indexes.get(standings)
  if (known !== undefined) return known
  const index = new Map(standings.rows.map(({ id }, place) => [id, place]))
  indexes.set(standings, index)
  return index
}

/** Places gained since a period, by row; null: none then. */
const changesSince = (before: Standings | null, tie_break: TieBreak) => (id: string, rank: number | null) => {
  const place = before === null ? undefined : indexOf(before).get(id)
  if (before === null || place === undefined || rank === null) return null
  return placeAt(before, place, tie_break).rank! - rank
}

const make = Effect.gen(function* () {
  const tenants = yield* Tenants
  const buddies = yield* makeFaces
  const reads: Reads = {
    boards: yield* LeaderboardStore,
    teams: yield* TeamStore,
    ranks: yield* makeRanks,
    faces: { buddies, teams: yield* makeTeamFaces },
    factsOf: (customer_id) => Effect.orDie(tenants.get(customer_id))
  }
  return Leaderboards.of({ faces: buddies, page: paging(reads), seen: seeing(reads) })
})

interface Reads {
  readonly boards: LeaderboardStore["Service"]
  readonly teams: TeamStore["Service"]
  readonly ranks: Ranks
  /** by what the rows are */
  readonly faces: Readonly<Record<Among["of"], Faces>>
  readonly factsOf: (customer_id: string) => Effect.Effect<TenantFacts>
}

const paging = ({ boards, faces, factsOf, ranks, teams }: Reads): Leaderboards["Service"]["page"] => {
  return Effect.fn("Leaderboards.page")(function* (customer_id, query) {
    const board = yield* boards.read(customer_id)
    const { limit, offset, page } = slice(query)
    const facts = yield* factsOf(customer_id)
    const period = yield* periodOfQuery(board, facts, yield* Clock.currentTimeMillis, query.period_key)
    const team_id = query.team_id === undefined ? null : (yield* teams.get(customer_id, query.team_id)).team_id
    // Whoever asks for the members of a team has said whom.
    const scope = team_id === null ? board.scope : "tenant"
    const audience = yield* audienceOf(scope, facts, query.audience)
    const of = rowsOf(scope)
    if (!isRunning(board) || !mayRank(of, facts)) return { data: [], meta: { total: 0, page, limit }, board: null }
    const { subject_id, tie_break } = board
    const standings = yield* ranks.standings({
      customer_id,
      subject_id,
      of,
      audience,
      team_id,
      period_key: period.period_key
    })
    const shown = Math.min(standings.total, board.max_entries)
    const rows = standings.rows.slice(offset, Math.min(offset + limit, shown))
    const faceOf = yield* faces[of](
      customer_id,
      rows.map(({ id }) => id)
    )
    return {
      data: rows.map((row, index) => entryOf(of, row, placeAt(standings, offset + index, tie_break), faceOf(row.id))),
      meta: { total: shown, page, limit },
      board: boardOf(board, period, standings)
    }
  })
}

const seeing = ({ boards, faces, factsOf, ranks }: Reads): Leaderboards["Service"]["seen"] => {
  return Effect.fn("Leaderboards.seen")(function* (customer_id, buddy_id, limit) {
    const board = yield* boards.read(customer_id)
    if (!isRunning(board)) return null
    const { max_entries, scope, subject_id, tie_break } = board
    const facts = yield* factsOf(customer_id)
    const of = rowsOf(scope)
    if (!mayRank(of, facts)) return null
    const period = boardPeriodAt(board.period, zoneOf(facts.timezone), yield* Clock.currentTimeMillis)
    const count = { customer_id, subject_id, period_key: period.period_key }
    const { audience, rows: mine } = yield* of === "teams"
      ? Effect.map(ranks.ownTeams(count, buddy_id), (rows) => ({ audience: null, rows }))
      : ranks.own(count, buddy_id)
    const among = { ...count, of, team_id: null, audience: scope === "audience" ? audience : null }
    const read = yield* ranks.standings(among)
    const before = period.before === null ? null : yield* ranks.standings({ ...among, period_key: period.before })
    const standings = mine.reduce((seen, { id, score }) => withOwn(seen, id, score), read)
    const rows = standings.rows.slice(0, Math.min(limit, max_entries))
    const faceOf = yield* faces[of](
      customer_id,
      rows.map(({ id }) => id)
    )
    const isHidden = (yield* faces.buddies(customer_id, [buddy_id]))(buddy_id).hidden
    const best = bestOf(mine)
    const place = isHidden ? null : placeOf(standings, best, tie_break)
    const changeOf = changesSince(before, tie_break)
    return {
      board: boardOf(board, period, read),
      total: standings.total,
      me: place && { rank: place.rank, value: best!.score, rank_change: changeOf(best!.id, place.rank) },
      entries: rows.map(({ id, score }, index) => {
        const rank = placeAt(standings, index, tie_break).rank!
        const { name, thumb_url } = faceOf(id)
        const is_me = !isHidden && mine.some((own) => own.id === id)
        return { rank, name, thumb_url, value: score, rank_change: changeOf(id, rank), is_me }
      })
    }
  })
}

/** What a row of a board is. */
const rowsOf = (scope: StoredBoard["scope"]): Among["of"] => (scope === "team" ? "teams" : "buddies")

/** A board of teams is none while the workspace has no teams; it counts on. */
const mayRank = (of: Among["of"], facts: TenantFacts): boolean => of === "buddies" || isActive(facts, "teams")

/** Of several teams the one that is ahead; null: none has a score. */
const bestOf = (mine: ReadonlyArray<Own>): Scored | null =>
  mine.flatMap(({ score }) => (score === null ? [] : [score])).toSorted(inOrder)[0] ?? null

const entryOf = (
  of: Among["of"],
  { id, score }: Scored,
  place: Place,
  { hidden, name, thumb_url }: Face
): LeaderboardEntry => ({
  ...place,
  buddy_id: hidden || of === "teams" ? null : id,
  team_id: of === "teams" ? id : null,
  name,
  thumb_url,
  score,
  hidden
})
