/** Group quests: who takes part, what counts, and how they end. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { made, refused } from "../../kit/campaigns/Causes.ts"
import {
  club,
  coinsOf,
  does,
  join,
  leave,
  quests,
  questOf,
  read,
  readTogether,
  settled
} from "../../kit/campaigns/Quests.ts"
import { lesson } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

interface Member {
  readonly buddy_id: string
  readonly user_id: string
  readonly contribution: number
}

const times = (count: number) => Array.from({ length: count }, (_, place) => place)

layer(TestApp.shared, { excludeTestServices: true })("a group quest", (it) => {
  it.effect("of a team is for its members, and names a team there is", () =>
    Effect.gen(function* () {
      const tenant = yield* club(2)
      const { buddies, call } = tenant
      const stranger = yield* (yield* TestApp).tenant()
      const { team_id: foreign } = made(yield* stranger.call("POST", "/customers/me/teams", { name: "Theirs" }))
      for (const team_id of ["not-a-team", "00000000-0000-4000-8000-000000000000", foreign]) {
        refused(yield* call("POST", quests, { ...readTogether, team_id }), 422, "validation_failed")
      }
      const { team_id } = made(yield* call("POST", "/customers/me/teams", { name: "Ours" }))
      made(yield* call("POST", `/customers/me/teams/${team_id}/members`, { buddy_id: buddies[0] }))
      yield* questOf(tenant, { team_id })
      made(yield* join(call, buddies[0]!), 200)
      refused(yield* join(call, buddies[1]!), 409, "quest_not_joinable", { reason: "team" })
    })
  )

  it.effect("is met together, and pays each member the highest part it reached, once", () =>
    Effect.gen(function* () {
      const tenant = yield* club(3)
      const { buddies, call } = tenant
      const { heard } = yield* listening(tenant)
      const quest_id = yield* questOf(tenant)
      const joined = made(yield* join(call, buddies[0]!), 200)
      assert.deepInclude(joined, {
        quest_id,
        buddy_id: buddies[0],
        contribution: 0,
        participants: 1,
        already_joined: false
      })
      assert.deepInclude(made(yield* join(call, buddies[0]!), 200), { participants: 1, already_joined: true })
      made(yield* join(call, buddies[1]!), 200)
      yield* heard("group_quest.joined", (body) => body.buddy_id === buddies[1] && body.participants === 2)
      yield* does(tenant, "u2")
      yield* does(tenant, "u1")
      yield* does(tenant, "u0")
      assert.deepInclude(yield* read(call), { status: "active", total: 2, participant_count: 2, resolution: null })
      const members = made(yield* call("GET", `${quests}/reads/members`), 200)
      assert.deepStrictEqual(
        members.data.map(({ buddy_id, contribution, user_id }: Member) => [buddy_id, user_id, contribution]),
        [
          [buddies[1], "u1", 1],
          [buddies[0], "u0", 1]
        ]
      )
      yield* does(tenant, "u0")
      const ended = yield* settled(call)
      assert.deepInclude(ended, { status: "succeeded", total: 3, participant_count: 2 })
      assert.deepInclude(ended.resolution, { outcome: "succeeded", reason: null })
      const told = yield* heard("group_quest.resolved")
      const facts = { quest_id, quest_key: "reads", outcome: "succeeded", total: 3, target: 3, participants: 2 }
      assert.deepStrictEqual(told, { ...facts, occurred_at: ended.resolution.at })
      assert.deepStrictEqual(yield* Effect.forEach(buddies, (id) => coinsOf(call, id)), [50, 5, 0])
      const { operation_id } = ended.resolution
      refused(yield* call("POST", `/operations/${operation_id}/cancel`), 409, "operation_finished")
      const { result } = (yield* call("GET", `/operations/${operation_id}`)).body
      assert.deepStrictEqual(result, { members: 2, rewarded: 2, void: 0 })
      yield* does(tenant, "u0")
      assert.strictEqual((yield* read(call)).total, 3)
      refused(yield* join(call, buddies[2]!), 409, "quest_not_joinable", { reason: "over" })
    })
  )

  it.effect("keeps the part of who leaves, pays it nothing, and counts it again after a new join", () =>
    Effect.gen(function* () {
      const tenant = yield* club(2)
      const { buddies, call } = tenant
      const { heard } = yield* listening(tenant)
      yield* questOf(tenant, { goal: { ...readTogether.goal, target: 4 } })
      for (const buddy_id of buddies) made(yield* join(call, buddy_id), 200)
      yield* does(tenant, "u0")
      yield* does(tenant, "u1")
      assert.deepInclude(made(yield* leave(call, buddies[0]!), 200), {
        contribution: 1,
        participants: 1,
        already_left: false
      })
      yield* heard("group_quest.left", (body) => body.participants === 1)
      assert.isTrue(made(yield* leave(call, buddies[0]!), 200).already_left)
      yield* does(tenant, "u0")
      assert.deepInclude(yield* read(call), { total: 2, participant_count: 1 })
      assert.deepInclude(made(yield* join(call, buddies[0]!), 200), { contribution: 1, participants: 2 })
      yield* does(tenant, "u0")
      made(yield* leave(call, buddies[1]!), 200)
      yield* does(tenant, "u0")
      yield* settled(call)
      assert.deepStrictEqual(yield* Effect.forEach(buddies, (id) => coinsOf(call, id)), [50, 0])
    })
  )

  it.effect("for all takes in who contributes, up to its places and nobody above the cap", () =>
    Effect.gen(function* () {
      const tenant = yield* club(3)
      const { buddies, call } = tenant
      const goal = { event_type: "lesson.completed", metric: "sum", property: "score", target: 1_000 }
      yield* questOf(tenant, { goal, participants: "all", max_participants: 2, contribution_cap_per_buddy: 10 })
      yield* does(tenant, "u0", { properties: { score: 7.9 } })
      yield* does(tenant, "u0", { properties: { score: 99 } })
      yield* does(tenant, "u0", { properties: { score: 1 } })
      yield* does(tenant, "u1", { properties: { score: 0.5 } })
      yield* does(tenant, "u1", { properties: { score: 2 } })
      const late = yield* call("POST", "/events", lesson("u2", { properties: { score: 3 } }))
      assert.deepInclude(yield* read(call), { total: 12, participant_count: 2 })
      refused(yield* join(call, buddies[2]!), 409, "quest_full", { max: 2 })
      const { rules } = (yield* call("GET", `/events/${late.body.event_id}/trace`)).body
      const row = rules.find(({ type }: { type: string }) => type === "group_quest")
      assert.deepInclude(row, { key: "reads", outcome: "skipped", reason: "limit_reached" })
      made(yield* leave(call, buddies[0]!), 200)
      yield* does(tenant, "u0", { properties: { score: 5 } })
      assert.deepInclude(yield* read(call), { total: 12, participant_count: 1 })
      made(yield* call("PATCH", `/buddies/${buddies[1]}/archive`), 200)
      assert.deepInclude(yield* read(call), { total: 12, participant_count: 0 })
    })
  )

  it.effect("takes back what a reversed event brought, and counts nothing of backfills and test clocks", () =>
    Effect.gen(function* () {
      const tenant = yield* club(2)
      const { buddies, call } = tenant
      yield* questOf(tenant, { goal: { ...readTogether.goal, target: 100 } })
      for (const buddy_id of buddies) made(yield* join(call, buddy_id), 200)
      const event = lesson("u0")
      made(yield* call("POST", "/events", event), 200)
      yield* does(tenant, "u0")
      made(yield* call("POST", `/events/${event.event_id}/reverse`, {}), 200)
      assert.strictEqual((yield* read(call)).total, 1)
      made(yield* call("POST", "/events/batch", { events: [lesson("u0")], mode: "backfill" }), 200)
      made(yield* call("POST", "/test/clocks", { name: "trip", user_ids: ["u1"] }))
      yield* does(tenant, "u1")
      assert.strictEqual((yield* read(call)).total, 1)
      refused(yield* leave(call, buddies[1]!), 409, "test_clock_user")
    })
  )

  it.effect("is written as a draft, changes little while it runs, and not at all afterwards", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { buddies, call } = tenant
      const draft = made(yield* call("POST", quests, readTogether))
      assert.deepInclude(draft, {
        status: "draft",
        participants: "opt_in",
        total: 0,
        participant_count: 0,
        starts_at: null
      })
      refused(yield* call("POST", quests, readTogether), 409, "already_exists")
      refused(yield* join(call, buddies[0]!), 409, "quest_not_joinable", { reason: "draft" })
      refused(yield* join(call, "0193a1f0-5c00-7000-8000-0000000000b1"), 404, "not_found")
      const patch = (body: object) => call("PATCH", `${quests}/reads`, body)
      const force = (body: object) => call("POST", `${quests}/reads/force-resolve`, body)
      refused(yield* force({ outcome: "failed", reason: "x" }), 409, "invalid_transition")
      assert.strictEqual(made(yield* patch({ goal: { ...readTogether.goal, target: 9 } }), 200).goal.target, 9)
      made(yield* patch({ ends_at: "2020-01-01T00:00:00Z" }), 200)
      refused(yield* call("POST", `${quests}/reads/publish`), 422, "validation_failed")
      made(yield* patch({ ends_at: null }), 200)
      made(yield* call("POST", `${quests}/reads/publish`), 200)
      refused(yield* call("POST", `${quests}/reads/publish`), 409, "invalid_transition", {
        from: "active",
        to: "active"
      })
      refused(yield* patch({ participants: "all" }), 409, "quest_active")
      refused(yield* patch({ ends_at: "2020-01-01T00:00:00Z" }), 422, "validation_failed")
      made(yield* patch({ name: "Read on", ends_at: "2999-01-01T00:00:00Z" }), 200)
      const kept = yield* call("DELETE", `${quests}/reads`)
      refused(kept, 409, "quest_active")
      assert.include(kept.body.error.message, "force-resolve")
      refused(yield* force({ outcome: "succeeded", reason: "" }), 422, "validation_failed")
      const ended = made(yield* force({ outcome: "cancelled", reason: "holidays" }), 200)
      assert.deepInclude(ended.resolution, { outcome: "cancelled", reason: "holidays" })
      refused(yield* patch({ name: "x" }), 409, "invalid_transition", { from: "cancelled", to: "changed" })
      refused(yield* force({ outcome: "failed", reason: "x" }), 409, "invalid_transition", { from: "cancelled" })
      made(yield* call("DELETE", `${quests}/reads`), 204)
      refused(yield* call("GET", `${quests}/reads`), 404, "not_found")
      made(yield* call("POST", quests, readTogether))
    })
  )

  it.effect("is not stopped half paid by who cancels its operation", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* club(0)
      const sql = yield* SqlClient.SqlClient
      const operation_id = yield* uuid
      yield* sql`
        INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id, payload,
          created_at)
        VALUES (${customer_id}::uuid, ${operation_id}::uuid, 'quest_resolve', 'pending', 'group_quest', 'any', '{}',
          now())`
      refused(yield* call("POST", `/operations/${operation_id}/cancel`), 409, "operation_finished", {
        status: "pending"
      })
    })
  )

  it.effect("runs beside nineteen others at most, and waits as a draft for one of them to end", () =>
    Effect.gen(function* () {
      const { call } = yield* club(0)
      const named = (place: number) => call("POST", quests, { ...readTogether, quest_key: `q${place}` })
      const publish = (place: number) => call("POST", `${quests}/q${place}/publish`)
      for (const place of times(22)) made(yield* named(place))
      const answers = yield* Effect.forEach(times(22), publish, { concurrency: 22 })
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        20
      )
      const place = answers.findIndex(({ status }) => status !== 200)
      refused(answers[place]!, 409, "campaign_limit", { of: "group_quests", max: 20 })
      const running = answers.findIndex(({ status }) => status === 200)
      const end = { outcome: "cancelled", reason: "room for another" }
      made(yield* call("POST", `${quests}/q${running}/force-resolve`, end), 200)
      made(yield* publish(place), 200)
    })
  )

  it.effect("refuses what it cannot carry out", () =>
    Effect.gen(function* () {
      const { call } = yield* club(0)
      const { goal } = readTogether
      for (const body of [
        { status: "active" },
        { goal: { ...goal, target: 0 } },
        { goal: { ...goal, target: 1e12 + 1 } },
        { goal: { ...goal, metric: "sum" } },
        { contribution_cap_per_buddy: 0 },
        { max_participants: 0 },
        { audience: "nobody" },
        { starts_at: "2999-01-02T00:00:00Z", ends_at: "2999-01-01T00:00:00Z" },
        { rewards: times(11).map((min_contribution) => ({ min_contribution, reward: { coins: 1 } })) },
        { rewards: times(2).map(() => ({ min_contribution: 1, reward: { coins: 1 } })) },
        { rewards: [{ min_contribution: 1, reward: { streak_freezes: 1 } }] },
        { rewards: [{ min_contribution: 1, reward: { items: ["no-such-item"] } }] }
      ]) {
        refused(yield* call("POST", quests, { ...readTogether, ...body }), 422, "validation_failed")
      }
      const [starts_at, ends_at] = ["2999-01-01T00:00:00.000Z", "2999-01-02T00:00:00.000Z"]
      const large = { ...readTogether, goal: { ...goal, target: 1e12 }, starts_at, ends_at }
      assert.deepInclude(made(yield* call("POST", quests, large)), { starts_at, ends_at })
      // The one audience of a workspace that has set up none.
      const everybody = { ...readTogether, quest_key: "everybody", audience: "default" }
      assert.deepInclude(made(yield* call("POST", quests, everybody)), { audience: "default" })
    })
  )

  it.effect("is joined and left from a widget, by a token that may act", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { call } = tenant
      const buddy_id = tenant.buddies[0]!
      yield* questOf(tenant)
      const token = (scopes: ReadonlyArray<string>) => mintSession(call, { buddy_id, user_id: "u0", scopes })
      const reader = withToken(call, yield* token(["read"]))
      const actor = withToken(call, yield* token(["events:track"]))
      refused(yield* reader("POST", "/widget/group-quests/reads/join"), 403, "insufficient_scope")
      assert.deepInclude(made(yield* actor("POST", "/widget/group-quests/reads/join"), 200), {
        buddy_id,
        participants: 1
      })
      assert.deepInclude(made(yield* actor("POST", "/widget/group-quests/reads/leave"), 200), { participants: 0 })
    })
  )
})
