/** Kudos of a tenant that has one of everything. */
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { mintSession } from "../players/Widgets.ts"
import type { TestTenant } from "../service/TestApp.ts"
import type { Known } from "./ValidBodies.ts"

/** A kind of kudos, kudos that were given, and how a page calls who got them. */
export const kudosOf = Effect.fnUntraced(function* ({ call }: TestTenant, giver: Known, to_buddy_id: string) {
  const { buddy_id, user_id } = giver
  const kind = { kudo_key: `kudos-of-${user_id}`, label: "Thanks", emoji: "🙏" }
  const limits = { daily_limit_per_sender: 100, pair_limit_per_day: 100 }
  const type = (yield* succeeded(call("POST", "/customers/me/kudo-types", { ...kind, ...limits }))).body
  const { kudo_key } = kind
  const given = (yield* succeeded(call("POST", `/buddies/${buddy_id}/kudos`, { to_buddy_id, kudo_key }))).body
  const page = yield* mintSession(call, { buddy_id, user_id, scopes: ["read"] })
  const found = (yield* succeeded(call("GET", "/widget/kudos/receivers", undefined, { key: page }))).body
  return {
    known: { to_buddy_id, kudo_key, kudo_type_id: type.kudo_type_id, to_ref: found.data[0].ref },
    ids: [
      ["/customers/me/kudo-types/{id}", type.kudo_type_id],
      ["/customers/me/kudos/{kudo_id}", given.kudo_id]
    ] as ReadonlyArray<readonly [string, string]>
  }
})
