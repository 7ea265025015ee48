/** Group quests where many ask at once. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { made, refused } from "../../kit/campaigns/Causes.ts"
import { club, coinsOf, join, leave, quests, questOf, read, readTogether, settled } from "../../kit/campaigns/Quests.ts"
import { lesson } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

interface Member {
  readonly buddy_id: string
  readonly contribution: number
}

const times = (count: number) => Array.from({ length: count }, (_, place) => place)

// A database of its own: it is checked as a whole.
layer(TestApp.layer(), { excludeTestServices: true })("a group quest in a rush", (it) => {
  it.effect("gives its last place to one of fifty who ask at once", () =>
    Effect.gen(function* () {
      const tenant = yield* club(10)
      const { buddies, call } = tenant
      yield* questOf(tenant, { max_participants: 4 })
      for (const buddy_id of buddies.slice(0, 3)) made(yield* join(call, buddy_id), 200)
      const others = buddies.slice(3)
      const answers = yield* Effect.forEach(times(50), (place) => join(call, others[place % others.length]!), {
        concurrency: 50
      })
      const inside = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.buddy_id))
      assert.strictEqual(inside.size, 1)
      for (const answer of answers.filter(({ status }) => status !== 200)) refused(answer, 409, "quest_full")
      assert.strictEqual((yield* read(call)).participant_count, 4)
      made(yield* leave(call, [...inside][0]!), 200)
      const next = others.find((id) => !inside.has(id))!
      made(yield* join(call, next), 200)
    })
  )

  it.effect("gives all places back that are left at once", () =>
    Effect.gen(function* () {
      const tenant = yield* club(10)
      const { buddies, call } = tenant
      yield* questOf(tenant, { max_participants: 5 })
      const [first, others] = [buddies.slice(0, 5), buddies.slice(5)]
      for (const buddy_id of first) made(yield* join(call, buddy_id), 200)
      yield* Effect.forEach(first, (buddy_id) => leave(call, buddy_id), { concurrency: 5 })
      const answers = yield* Effect.forEach(others, (buddy_id) => join(call, buddy_id), { concurrency: 5 })
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200, 200]
      )
      assert.strictEqual((yield* read(call)).participant_count, 5)
    })
  )

  it.effect("counts nothing behind its end, whoever ends it while fifty contribute", () =>
    Effect.gen(function* () {
      const tenant = yield* club(5)
      const { buddies, call, users } = tenant
      yield* questOf(tenant, { goal: { ...readTogether.goal, target: 1_000 } })
      for (const buddy_id of buddies) made(yield* join(call, buddy_id), 200)
      const acts = times(50).map((place) =>
        place === 20 || place === 25 || place === 30
          ? call("POST", `${quests}/reads/force-resolve`, { outcome: "succeeded", reason: `number ${place}` })
          : call("POST", "/events", lesson(users[place % 5]!))
      )
      const answers = yield* Effect.all(acts, { concurrency: 50 })
      const ends = answers.filter(({ body }) => "resolution" in body || body.error !== undefined)
      assert.deepStrictEqual(ends.map(({ status }) => status).sort(), [200, 409, 409])
      const ended = yield* settled(call)
      const members = made(yield* call("GET", `${quests}/reads/members`), 200).data
      const sum = members.reduce((all: number, { contribution }: Member) => all + contribution, 0)
      assert.strictEqual(ended.total, sum)
      for (const { buddy_id, contribution } of members) {
        assert.strictEqual(yield* coinsOf(call, buddy_id), contribution === 0 ? 0 : contribution === 1 ? 5 : 50)
      }
      assert.deepStrictEqual(
        (yield* checkInvariants()).filter(({ violations }) => violations > 0),
        []
      )
    })
  )

  it.effect("tells its end also where it is deleted in the moment it was cancelled", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { buddies, call } = tenant
      const { heard } = yield* listening(tenant)
      for (const at of times(3)) {
        const quest_id = yield* questOf(tenant, { quest_key: `brief-${at}` })
        assert.strictEqual((yield* join(call, buddies[0]!, quest_id)).status, 200)
        const body = { outcome: "cancelled", reason: "A mistake" }
        assert.strictEqual((yield* call("POST", `${quests}/${quest_id}/force-resolve`, body)).status, 200)
        assert.strictEqual((yield* call("DELETE", `${quests}/${quest_id}`)).status, 204)
        const told = yield* heard("group_quest.resolved", (resolved) => resolved["quest_id"] === quest_id)
        assert.deepInclude(told, { outcome: "cancelled", total: 0, participants: 1 })
        assert.strictEqual((yield* call("GET", `${quests}/${quest_id}`)).status, 404)
      }
    })
  )
})
