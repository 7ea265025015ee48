/** Who leads, as a player sees it: its cohort of the running season once it has a place, else the board. */
import { Clock, Effect } from "effect"
import { isoTime } from "../../../../engine/calendar/zones.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { isActive } from "../../../../wire/Plans.ts"
import { Leaderboards, type SeenBoard } from "../../../campaigns/leaderboards/Service.ts"
import { SeenSeasons, type SeenSeason } from "../../../campaigns/leagues/Service/Seen.ts"
import type { WidgetLeaderboard } from "../Api/Leaderboard.ts"

type Shown = Omit<WidgetLeaderboard, "scopes">

const shown_default = 10
const nothing: Shown = { leaderboard: null, total: 0, me: null, entries: [], league: null }

const ofBoard = ({ board, entries, me, total }: SeenBoard): Shown => {
  const { as_of, ends_at, metric, period, scope, starts_at } = board
  return { leaderboard: { period, scope, metric, starts_at, ends_at, as_of }, total, me, entries, league: null }
}

/** To be yielded while a layer is built. */
export const makeStandings = Effect.gen(function* () {
  const boards = yield* Leaderboards
  const seasons = yield* SeenSeasons
  const tenants = yield* Tenants

  /** A season runs on in a workspace that has lost its leagues; nobody is shown it. */
  const shownSeason = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    return isActive(tenant, "leagues") ? yield* seasons.seen(customer_id, buddy_id) : null
  })

  const ofSeason = Effect.fnUntraced(function* (
    customer_id: string,
    buddy_id: string,
    limit: number,
    { ends_at, league, metric, placed, rows, score, starts_at }: SeenSeason
  ) {
    const as_of = isoTime(yield* Clock.currentTimeMillis)
    const shown = rows.slice(0, limit)
    const faceOf = yield* boards.faces(customer_id, [...shown.map((row) => row.buddy_id), buddy_id])
    const isHidden = faceOf(buddy_id).hidden
    const rank = rows.find((row) => row.buddy_id === buddy_id)?.rank ?? null
    const isRanked = rank !== null || (!placed && score > 0)
    return {
      leaderboard: { period: "season", scope: "cohort", metric, starts_at, ends_at, as_of },
      total: rows.length,
      me: isHidden || !isRanked ? null : { rank, value: score, rank_change: null },
      entries: shown.map((row) => {
        const { name, thumb_url } = faceOf(row.buddy_id)
        const is_me = !isHidden && row.buddy_id === buddy_id
        return { rank: row.rank ?? 0, name, thumb_url, value: row.score, rank_change: null, is_me }
      }),
      league
    } satisfies Shown
  })

  return Effect.fn("Widget.standings")(function* (
    customer_id: string,
    buddy_id: string,
    { limit = shown_default, view }: { readonly limit?: number; readonly view?: "league" | "board" }
  ) {
    const season = view === "board" ? null : yield* shownSeason(customer_id, buddy_id)
    if (season !== null && (season.placed || view === "league")) {
      return yield* ofSeason(customer_id, buddy_id, limit, season)
    }
    const board = view === "league" ? null : yield* boards.seen(customer_id, buddy_id, limit)
    if (board !== null) return ofBoard(board)
    // Without a board there is nothing to show instead of a league somebody has no place in yet.
    return season === null ? nothing : yield* ofSeason(customer_id, buddy_id, limit, season)
  })
})
