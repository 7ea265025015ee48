/** What buddies of a tenant bring together. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { made } from "../../kit/campaigns/Causes.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { hatch, lesson } from "../../kit/players/players.ts"
import { type Answer, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const counter = { event_type: "lesson.completed", units_per_event: 1 }

/** A cause that has reached two thresholds, and told them. */
export const causeWithThresholds = Effect.fnUntraced(function* (
  { call }: TestTenant,
  fine: (answer: Answer) => Answer,
  webhook_url: string
) {
  const cause = { name: "Trees", counter, threshold_unit: 1, webhook_url, status: "active" }
  const { cause_id } = fine(yield* call("POST", "/customers/me/causes", cause)).body
  for (let count = 0; count < 2; count++) fine(yield* call("POST", "/events", lesson("ada")))
  yield* until(
    "both thresholds are told",
    Effect.map(call("GET", `/customers/me/causes/${cause_id}/crossings`), ({ body }) => body.data.length === 2)
  )
  return cause_id as string
})

/** A showroom with one picked buddy, and a visitor. */
const showroomWithVisitor = Effect.fnUntraced(function* (
  { call }: TestTenant,
  fine: (answer: Answer) => Answer,
  buddy_id: string
) {
  const selection = { mode: "manual", buddy_ids: [buddy_id] }
  const { showroom_id, slug } = fine(yield* call("POST", "/customers/me/showrooms", { name: "Spring", selection })).body
  fine(yield* call("POST", `/customers/me/showrooms/${showroom_id}/publish`))
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" }
  fine(yield* call("GET", `/public/showroom/${slug}`, undefined, { headers }))
  yield* until(
    "the visit is counted",
    Effect.map(call("GET", `/customers/me/showrooms/${showroom_id}`), ({ body }) => body.visits.total === 1)
  )
})

/** A hosted surface with somebody in it, and things given there. */
const hostedPage = Effect.fnUntraced(function* ({ call }: TestTenant, fine: (answer: Answer) => Answer) {
  const surface = fine(yield* call("POST", "/customers/me/hosted-surfaces", { name: "Lobby" })).body
  const path = `/customers/me/hosted-surfaces/${surface.hosted_surface_id}`
  fine(yield* call("POST", `${path}/publish`))
  const players = []
  for (const user_id of ["ada", "dora"])
    players.push(fine(yield* call("POST", `${path}/players`, { display_name: user_id, user_id })).body)
  const { access_code, player_id } = players[0]
  fine(yield* call("POST", `/public/hosted-surfaces/${surface.slug}/session`, { access_code }))
  const recipe = { recipe_key: "helped", name: "Helped", action: { type: "coins", amount: 2 } }
  fine(yield* call("POST", `${path}/recipes`, recipe))
  fine(yield* call("POST", `${path}/recipes/helped/run`, { player_id }))
})

/** Great moments of a buddy, told to others. */
const brags = Effect.fnUntraced(function* ({ call }: TestTenant, fine: (answer: Answer) => Answer, buddy_id: string) {
  fine(yield* call("PATCH", "/customers/me/brag/config", { enabled: true }))
  fine(yield* call("POST", `/buddies/${buddy_id}/share/events`, { event: "opened" }))
  const session = { buddy_id, user_id: "ada", scopes: ["events:track"] }
  const { token: key } = fine(yield* call("POST", "/widget-sessions", session)).body
  for (const moment of ["badge", "evolution", "streak_milestone", "path_completed", "league_rank"])
    fine(yield* call("POST", "/widget/brags", { action: "shared", moment, channel: "x" }, { key }))
})

/** What players, and everybody else, see of the workspace. */
export const openPages = Effect.fnUntraced(function* (
  tenant: TestTenant,
  fine: (answer: Answer) => Answer,
  buddy_id: string
) {
  yield* hostedPage(tenant, fine)
  yield* showroomWithVisitor(tenant, fine, buddy_id)
  fine(yield* tenant.call("POST", `/buddies/${buddy_id}/welcome-back`))
  yield* brags(tenant, fine, buddy_id)
})

/** A group quest of one member that was met, and paid. */
export const questThatSucceeded = Effect.fnUntraced(function* (
  { call }: TestTenant,
  fine: (answer: Answer) => Answer,
  buddy_id: string
) {
  const root = "/customers/me/group-quests"
  const goal = { event_type: "lesson.completed", target: 2 }
  const rewards = [{ min_contribution: 1, reward: { coins: 3 } }]
  const { quest_id } = fine(yield* call("POST", root, { name: "Read", goal, rewards, max_participants: 5 })).body
  fine(yield* call("POST", `${root}/${quest_id}/publish`))
  fine(yield* call("POST", `/buddies/${buddy_id}/group-quests/${quest_id}/join`))
  for (let count = 0; count < 2; count++) fine(yield* call("POST", "/events", lesson("ada")))
  const resolution = Effect.map(call("GET", `${root}/${quest_id}`), (answer) => fine(answer).body.resolution)
  yield* until(
    "the quest has ended",
    Effect.map(resolution, (found) => found !== null)
  )
  const { operation_id } = yield* resolution
  yield* until(
    "its operation is completed",
    Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body.status === "completed")
  )
  return quest_id as string
})

/** Kudos to somebody of the same team, paid. */
export const kudosThatArePaid = Effect.fnUntraced(function* (
  { call, customer_id }: TestTenant,
  fine: (answer: Answer) => Answer,
  { buddy_id, team_id }: { readonly buddy_id: string; readonly team_id: string }
) {
  const kind = { kudo_key: "thanks", label: "Thanks", emoji: "🙏", receiver_reward: { coins: 5 } }
  fine(yield* call("POST", "/customers/me/kudo-types", kind))
  const members = fine(yield* call("GET", `/customers/me/teams/${team_id}/members`)).body.data
  const mate = members.find((one: { buddy_id: string }) => one.buddy_id !== buddy_id)
  const body = { to_buddy_id: mate.buddy_id, kudo_key: "thanks" }
  const { kudo_id } = fine(yield* call("POST", `/buddies/${buddy_id}/kudos`, body)).body
  const sql = yield* SqlClient.SqlClient
  yield* until(
    "the kudos are paid",
    Effect.map(
      sql`SELECT 1 FROM campaign_receipts WHERE customer_id = ${customer_id}::uuid AND grant_key = ${kudo_id}`,
      (found) => found.length > 0
    )
  )
  return kudo_id as string
})

/** Somebody who did something and is forgotten. */
export const oneIsErased = Effect.fnUntraced(function* (tenant: TestTenant) {
  yield* hatch(tenant, "nemo")
  made(yield* tenant.call("POST", "/events", lesson("nemo")), 200)
  yield* erased(tenant.call, "nemo")
})
