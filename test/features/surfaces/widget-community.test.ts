/** With whom a buddy plays, as its widget is told, and that nobody else is given away by it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { made, root as causes, trees } from "../../kit/campaigns/Causes.ts"
import { does } from "../../kit/campaigns/Quests.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { join, makeTeam } from "../../kit/players/TeamMates.ts"
import { forStaff } from "../../kit/players/Audiences.ts"
import { mintEmbed, widgetOwner, withToken } from "../../kit/players/Widgets.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const path = "/widget/community"
const mentoring = "/customers/me/mentor-visibility"
const none = {
  teams: [],
  kudos: { types: [], received: [] },
  mentor: null,
  mentors: [],
  causes: [],
  mission_anchor: null,
  outfits: []
}

const opened = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const owner = yield* widgetOwner(tenant, "ada", ["events:track", "items:equip", "marketplace:purchase"])
  return { tenant, call: tenant.call, ...owner }
})

const read = (widget: Call) => Effect.map(widget("GET", path), (answer) => made(answer, 200))

/** Another buddy with a name and a secret of its own. */
const other = Effect.fnUntraced(function* ({ tenant }: Effect.Success<typeof opened>, user_id: string) {
  const { buddy_id } = yield* hatch(tenant, user_id)
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE buddy_identities SET metadata = '{"secret":"of nobody else"}'
             WHERE customer_id = ${tenant.customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`
  return buddy_id
})

layer(TestApp.shared, { excludeTestServices: true })("the community in widgets", (it) => {
  it.effect("is empty where there is none, and of no concern to tokens of another widget", () =>
    Effect.gen(function* () {
      const { buddy_id, call, widget } = yield* opened
      assert.deepStrictEqual((yield* widget("GET", path)).body, none)
      assert.notInclude((yield* widget("GET", "/widget/config")).body.modules, "community")
      const bound = withToken(call, yield* mintEmbed(call, { buddy_id, widget: "path" }))
      for (const foreign of [path, "/widget/campaigns"]) {
        const refused = yield* bound("GET", foreign)
        assert.deepStrictEqual([refused.status, refused.body.error.details], [403, { widget: "path" }])
      }
      const own = withToken(call, yield* mintEmbed(call, { buddy_id, widget: "buddy" }))
      assert.strictEqual((yield* own("GET", path)).status, 200)
    })
  )

  it.effect("tells what thanks may be given today, and by whom it was thanked, by ref, name and picture", () =>
    Effect.gen(function* () {
      const stage = yield* opened
      const { buddy_id, call, widget } = stage
      made(yield* call("POST", "/customers/me/kudo-types", { kudo_key: "thanks", label: "Thanks", emoji: "🙏" }))
      const hidden = { kudo_key: "staff", label: "Staff", emoji: "🎩", audience: "staff" }
      made(yield* forStaff(call, call("POST", "/customers/me/kudo-types", hidden)))
      const bob = yield* other(stage, "bob-who-thanks")
      const thanks = { kudo_key: "thanks", to_buddy_id: buddy_id, message: "Well said" }
      const given = made(yield* call("POST", `/buddies/${bob}/kudos`, thanks))
      made(yield* call("POST", `/buddies/${buddy_id}/kudos`, { kudo_key: "thanks", to_buddy_id: bob }))
      const { text } = yield* widget("GET", path)
      const { received, types } = JSON.parse(text).kudos
      assert.deepStrictEqual(types, [{ kudo_key: "thanks", label: "Thanks", emoji: "🙏", left_today: 2 }])
      const { body } = yield* call("GET", `/buddies/${bob}`)
      const { ref } = received[0].from
      const { kudo_id, occurred_at } = given
      const from = { ref, name: body.name, thumb_url: body.thumb_url }
      assert.deepStrictEqual(received, [{ kudo_id, kudo_key: "thanks", message: "Well said", occurred_at, from }])
      assert.include((yield* widget("GET", "/widget/config")).body.modules, "community")
      assert.notInclude(text, bob)
      made(yield* widget("POST", "/widget/kudos", { kudo_key: "thanks", to_ref: ref }), 409)
      made(yield* call("DELETE", `/customers/me/kudos/${given.kudo_id}`), 204)
      assert.deepStrictEqual((yield* read(widget)).kudos.received, [])
    })
  )

  it.effect("names members of the buddy's teams by ref, name and picture, and nothing else of anybody", () =>
    Effect.gen(function* () {
      const stage = yield* opened
      const { buddy_id, call, widget } = stage
      const [bob, cleo] = [yield* other(stage, "bob-of-a-team"), yield* other(stage, "cleo-elsewhere")]
      const { team_id } = yield* makeTeam(call, { name: "Readers" })
      made(yield* join(call, team_id, buddy_id))
      made(yield* join(call, team_id, bob, "mentor"))
      const { team_id: elsewhere } = yield* makeTeam(call, { name: "Elsewhere" })
      made(yield* join(call, elsewhere, cleo, "mentor"))
      made(yield* call("PATCH", `${mentoring}/config`, { enabled: true }), 200)
      made(yield* call("POST", `${mentoring}/sessions`, { mentor_buddy_id: bob, mentee_buddy_id: buddy_id }))
      const { text } = yield* widget("GET", path)
      const shown = JSON.parse(text)
      const nameOf = (id: string) =>
        Effect.map(call("GET", `/buddies/${id}`), ({ body }) => [body.name, body.thumb_url])
      const [bobs, own] = [yield* nameOf(bob), yield* nameOf(buddy_id)]
      const [team] = shown.teams
      assert.deepStrictEqual(
        [shown.teams.length, team.team_id, team.name, team.role],
        [1, team_id, "Readers", "member"]
      )
      const [first, second] = team.members
      const { ref, ...seen } = first
      assert.deepStrictEqual(seen, { name: bobs[0], thumb_url: bobs[1], role: "mentor", is_me: false })
      assert.deepInclude(second, { name: own[0], thumb_url: own[1], role: "member", is_me: true })
      const mentor = { ref, name: bobs[0], thumb_url: bobs[1] }
      assert.deepStrictEqual(shown.mentors, [{ ...mentor, evolution_stage: 1, badges: 0, available: true }])
      const { mentor_session_id, starts_at, ends_at, ...mine } = shown.mentor
      assert.isString(mentor_session_id)
      assert.strictEqual(Date.parse(ends_at) - Date.parse(starts_at), 30 * 86_400_000)
      assert.deepStrictEqual(mine, { ...mentor, team_id: null })
      const secrets = [bob, cleo, "bob-of-a-team", "cleo-elsewhere", "of nobody else", elsewhere]
      for (const secret of secrets) assert.notInclude(text, secret)
    })
  )

  it.effect("names mentors as far as the workspace lets them be seen", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stage = yield* opened
      const { call, widget } = stage
      const bob = yield* other(stage, "bob")
      const dora = yield* other(stage, "dora")
      yield* sql`UPDATE buddy_identities SET audience = 'staff'
                 WHERE customer_id = ${stage.tenant.customer_id}::uuid AND buddy_id = ${dora}::uuid`
      const { team_id } = yield* makeTeam(call, { name: "Mentors" })
      made(yield* join(call, team_id, bob, "mentor"))
      made(yield* join(call, team_id, dora, "mentor"))
      const mentors = Effect.map(read(widget), (all) => all.mentors.length)
      assert.strictEqual(yield* mentors, 0)
      made(yield* call("PATCH", `${mentoring}/config`, { enabled: true }), 200)
      assert.strictEqual(yield* mentors, 0)
      made(yield* call("PATCH", `${mentoring}/config`, { reach: "audience", self_service: true }), 200)
      assert.strictEqual(yield* mentors, 1)
      const [{ ref }] = (yield* read(widget)).mentors
      made(yield* widget("POST", "/widget/mentor-sessions", { mentor_ref: ref }))
      assert.strictEqual((yield* read(widget)).mentor.ref, ref)
      // Who is a mentor itself is not offered to itself.
      made(yield* join(call, team_id, stage.buddy_id, "mentor"))
      assert.strictEqual(yield* mentors, 1)
      made(yield* call("DELETE", `${mentoring}/sessions`), 204)
      assert.isNull((yield* read(widget)).mentor)
    })
  )

  it.effect("tells of causes what all and what this buddy has brought, and why all this matters", () =>
    Effect.gen(function* () {
      const { buddy_id, call, tenant, widget } = yield* opened
      yield* hatch(tenant, "bob")
      made(yield* call("POST", causes, { ...trees, threshold_unit: 3 }))
      made(yield* call("POST", causes, { ...trees, cause_key: "draft", status: "draft" }))
      made(yield* forStaff(call, call("POST", causes, { ...trees, cause_key: "staff", audience: "staff" })))
      for (const user of ["ada", "bob", "bob"]) yield* does(tenant, user)
      const about = { cause_key: "trees", name: "Plant trees", unit_label: "tree", total_units: 1.5 }
      assert.deepStrictEqual((yield* read(widget)).causes, [{ ...about, my_units: 0.5, threshold_unit: 3 }])
      const statement = "Every lesson plants a tree."
      const anchor = { enabled: true, statement, cause_key: "trees", placements: ["buddy", "path"] }
      made(yield* call("PATCH", "/customers/me/mission-anchor-config", anchor), 200)
      const placements = ["buddy", "path"]
      const expected = { title: null, statement, cta_label: null, cta_url: null, placements, cause: about }
      assert.deepStrictEqual((yield* read(widget)).mission_anchor, expected)
      // Every widget reads it with how it looks, also one whose token opens nothing else.
      const path = withToken(call, yield* mintEmbed(call, { buddy_id, widget: "path" }))
      const config = made(yield* path("GET", "/widget/config"), 200)
      assert.deepStrictEqual([config.mission_anchor, config.modules.at(-1)], [expected, "community"])
      made(yield* call("PATCH", "/customers/me/mission-anchor-config", { enabled: false }), 200)
      assert.isNull((yield* path("GET", "/widget/config")).body.mission_anchor)
    })
  )

  it.effect("shows the looks the buddy keeps", () =>
    Effect.gen(function* () {
      const { buddy_id, call, widget } = yield* opened
      made(yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
      const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 5 }
      const { item_id } = made(yield* call("POST", "/marketplaces/shop/items", hat))
      made(yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 100 }), 200)
      made(yield* widget("POST", "/widget/purchases", { item_id }))
      const saved = made(yield* widget("POST", "/widget/outfits", { name: "Sunday", item_ids: ["hat"] }))
      assert.deepStrictEqual((yield* read(widget)).outfits, [saved])
    })
  )
})
