/** A hall of fame that is open, with a season that is over. */
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { ended } from "../players/Eggs.ts"
import type { TestTenant } from "../service/TestApp.ts"

const hour_ms = 3_600_000
const seasons = "/customers/me/leagues/seasons"

export const fameOf = Effect.fnUntraced(function* ({ call }: TestTenant) {
  const now = Date.now()
  const window = { starts_at: new Date(now).toISOString(), ends_at: new Date(now + hour_ms).toISOString() }
  const { season_id } = (yield* succeeded(call("POST", seasons, { name: "First cup", ...window }))).body
  const forced = yield* succeeded(call("POST", `${seasons}/${season_id}/force-close`, {}))
  yield* ended(call, forced.body.operation_id)
  const opened = { hall_of_fame: { enabled: true } }
  const { slug } = (yield* succeeded(call("PATCH", "/customers/me/settings", opened))).body
  const ids: ReadonlyArray<readonly [string, string]> = [
    ["/public/hall-of-fame/{tenantSlug}", slug],
    ["/public/hall-of-fame/{tenantSlug}/{seasonId}", season_id]
  ]
  return ids
})
