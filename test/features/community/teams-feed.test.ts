/** What members of a team read of each other: each kind of news, and none of those who live elsewhere in time. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { give, makeType } from "../../kit/players/Kudos.ts"
import { begin, played, score, seasonsPath } from "../../kit/players/Leagues.ts"
import { club, does, questOf, settled } from "../../kit/campaigns/Quests.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { ended } from "../../kit/players/Eggs.ts"
import { join, makeTeam, teams } from "../../kit/players/TeamMates.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

interface Told {
  readonly type: string
  readonly buddy_id: string
  readonly buddy_name: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Oldest first, without who has joined. */
const feedOf = (call: Call, team_id: string) =>
  Effect.map(call("GET", `${teams}/${team_id}/feed`), ({ body }) =>
    (body.events as ReadonlyArray<Told>).filter(({ type }) => type !== "member_joined").toReversed()
  )
const newsOf = (call: Call, team_id: string) =>
  Effect.map(feedOf(call, team_id), (feed) => feed.map(({ data, type }) => [type, data]))

const secret = {
  badge_key: "hidden",
  label: "Hidden",
  is_secret: true,
  criteria: { conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 1 }] }
}
const growing = {
  ...studyContent,
  badge_definitions: [...studyContent.badge_definitions, secret],
  evolution_rules: {
    ...studyContent.evolution_rules,
    prestige: {
      enabled: true,
      reset_to_stage: 1,
      max_level: 1,
      requirements: { conditions: [{ type: "event_count", key: "life.done", operator: "gte", value: 1 }] }
    }
  }
}

/** A team with a member of each of these users. */
const teamOf = Effect.fnUntraced(function* (call: Call, name: string, members: ReadonlyArray<string>) {
  const { team_id } = yield* makeTeam(call, { name })
  for (const id of members) assert.strictEqual((yield* join(call, team_id, id)).status, 201)
  return team_id as string
})

layer(TestApp.shared, { excludeTestServices: true })("the feed of a team", (it) => {
  it.effect("tells badges that are no secret, milestones, evolutions, prestiges and kudos, to each of the teams", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call } = tenant
      yield* publish(tenant, growing)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const { buddy_id: outside } = yield* hatch(tenant, "bea")
      const foxes = yield* teamOf(call, "Foxes", [buddy_id])
      const owls = yield* teamOf(call, "Owls", [buddy_id])
      for (let count = 0; count < 2; count++) yield* call("POST", "/events", lesson("ada"))
      const evolved = yield* call("POST", `/buddies/${buddy_id}/evolve`)
      yield* ended(call, evolved.body.operation_id)
      yield* call("POST", "/events", lesson("ada", { type: "life.done", properties: {} }))
      yield* makeType(call)
      const { kudo_id } = (yield* give(call, buddy_id, outside, { message: "Between us" })).body
      yield* call("POST", "/events", lesson("bea"))
      const expected = [
        ["streak_milestone", { streak_key: "daily", milestone: 1 }],
        ["badge_awarded", { badge_key: "first_lesson", label: "First lesson" }],
        ["evolved", { previous_stage: 1, new_stage: 2 }],
        ["prestiged", { prestige_level: 1, from_evolution_stage: 2 }],
        ["kudos_given", { kudo_id, kudo_key: "thanks", to_buddy_id: outside }]
      ]
      for (const team_id of [foxes, owls]) assert.deepStrictEqual(yield* newsOf(call, team_id), expected)
      const [first] = yield* feedOf(call, foxes)
      const { name } = (yield* call("GET", `/buddies/${buddy_id}`)).body
      assert.deepInclude(first, { buddy_id, buddy_name: name })
      const filtered = yield* call("GET", `${teams}/${foxes}/feed?type=badge_awarded&limit=1`)
      assert.deepInclude(filtered.body.events[0], { type: "badge_awarded" })
      assert.isNull(filtered.body.next_cursor)
    })
  )

  it.effect("tells nothing of a backfill, nor of whoever lives on a test clock", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call } = tenant
      yield* publish(tenant, growing)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const { buddy_id: traveller } = yield* hatch(tenant, "tom")
      const { buddy_id: other } = yield* hatch(tenant, "tim")
      const foxes = yield* teamOf(call, "Foxes", [buddy_id, traveller])
      const filled = yield* call("POST", "/events/batch", { events: [lesson("ada")], mode: "backfill" })
      assert.deepInclude(filled.body.results[0], { status: "accepted" })
      yield* call("POST", "/test/clocks", { name: "trip", user_ids: ["tom", "tim"] })
      const sent = yield* call("POST", "/events", lesson("tom"))
      assert.lengthOf(sent.body.effects.badges_awarded, 2)
      yield* makeType(call)
      assert.strictEqual((yield* give(call, traveller, other)).status, 201)
      assert.deepStrictEqual(yield* newsOf(call, foxes), [])
      yield* call("POST", "/events", lesson("ada"))
      assert.deepStrictEqual(yield* newsOf(call, foxes), [])
      for (const id of [buddy_id, traveller]) {
        assert.strictEqual((yield* call("GET", `/buddies/${id}/badges`)).body.meta.total, 2)
      }
    })
  )

  it.effect("tells who is promoted in a league, and not who stays", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["ada", "bea", "cleo"])
      const foxes = yield* teamOf(call, "Foxes", buddies)
      const gone = yield* teamOf(call, "Gone", [buddies[0]!])
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "ada", 30)
      yield* score(tenant, "bea", 20)
      yield* call("DELETE", `${teams}/${gone}`)
      const { operation_id } = (yield* call("POST", `${seasonsPath}/${season_id}/force-close`, {})).body
      yield* ended(call, operation_id)
      const feed = yield* feedOf(call, foxes)
      const data = { season_id, from_tier: "bronze", to_tier: "silver", rank: 1 }
      assert.deepStrictEqual(
        feed.map((told) => [told.type, told.buddy_id, told.data]),
        [["league_promoted", buddies[0]!, data]]
      )
    })
  )

  it.effect("tells the teams of whoever took part in a quest that succeeded, and of no other", () =>
    Effect.gen(function* () {
      const tenant = yield* club(3)
      const { buddies, call, users } = tenant
      const [ada, bea] = buddies
      const foxes = yield* teamOf(call, "Foxes", buddies)
      const quest_id = yield* questOf(tenant, { participants: "all" })
      for (const user of [users[0]!, users[1]!, users[0]!]) yield* does(tenant, user)
      yield* settled(call)
      const data = { quest_id, quest_key: "reads", name: "Read together", total: 3, target: 3 }
      const feed = yield* feedOf(call, foxes)
      const told = feed.map((one) => [one.type, one.buddy_id, one.data] as const)
      assert.deepStrictEqual(
        told.toSorted(([, one], [, other]) => one.localeCompare(other)),
        [ada!, bea!].toSorted().map((buddy_id) => ["quest_succeeded", buddy_id, data] as const)
      )
      yield* questOf(tenant, { quest_key: "lost" })
      yield* call("POST", `/customers/me/group-quests/lost/force-resolve`, { outcome: "failed", reason: "x" })
      yield* settled(call, "lost")
      assert.lengthOf(yield* feedOf(call, foxes), 2)
    })
  )

  it.effect("tells of no quest whose end found a member on a test clock", () =>
    Effect.gen(function* () {
      const tenant = yield* club(2)
      const { buddies, call, users } = tenant
      const foxes = yield* teamOf(call, "Foxes", buddies)
      yield* questOf(tenant, { participants: "all" })
      for (const user of users) yield* does(tenant, user)
      assert.strictEqual((yield* call("POST", "/test/clocks", { user_ids: [users[1]!] })).status, 201)
      yield* does(tenant, users[0]!)
      yield* settled(call)
      const told = (yield* feedOf(call, foxes)).map(({ buddy_id, type }) => [type, buddy_id])
      assert.deepStrictEqual(told, [["quest_succeeded", buddies[0]!]])
    })
  )
})
