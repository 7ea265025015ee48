/** Standings as pages show them to anybody: whoever hides on boards keeps its rank there too, and is not named. */
import { Effect } from "effect"
import { makeFaces } from "../../leaderboards/Store/Faces.ts"
import type { Standing } from "../Api.ts"
import type { RunningSeason } from "../Store/Seasons.ts"
import type { StandingsQuery } from "../Store/LiveStandings.ts"
import { StandingStore } from "../Store/Standings.ts"

/** To be yielded while a layer is built. */
export const shownStandings = Effect.gen(function* () {
  const standings = yield* StandingStore
  const faces = yield* makeFaces
  return Effect.fn("Leagues.shownStandings")(function* (
    customer_id: string,
    season: RunningSeason,
    query: StandingsQuery
  ) {
    const page = yield* standings.list(customer_id, season, query)
    const faceOf = yield* faces(
      customer_id,
      page.data.flatMap(({ buddy_id }) => (buddy_id === null ? [] : [buddy_id]))
    )
    const hides = ({ buddy_id }: Standing) => buddy_id !== null && faceOf(buddy_id).hidden
    // Asked for by its id it would be named by the question.
    if (query.buddy_id !== undefined && page.data.some(hides)) return { data: [], meta: { ...page.meta, total: 0 } }
    return { ...page, data: page.data.map((one) => (hides(one) ? { ...one, buddy_id: null, name: null } : one)) }
  })
})
