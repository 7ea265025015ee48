/** Mentors whose players lived on a test clock, and are back in the present. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkAll } from "../../../src/platform/invariants/check.ts"
import { teams } from "../../../src/platform/invariants/teams.ts"
import { active, base, pair, refused, school, sessions } from "../../kit/players/Mentors.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const day_ms = 86_400_000

/** What `npm run verify` finds of a workspace. */
const foundOf = (customer_id: string) =>
  Effect.map(checkAll(teams, {}), (reports) =>
    reports.flatMap(({ id, samples }) => samples.filter((one) => one["customer_id"] === customer_id).map(() => id))
  )

layer(TestApp.shared, { excludeTestServices: true })("a pairing of a test clock that is gone", (it) => {
  it.effect("takes no place in the present, and keeps nobody from a mentor there", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor } = yield* school(2)
      const sql = yield* SqlClient.SqlClient
      yield* call("PATCH", `${base}/config`, { max_mentees_per_mentor: 1 })
      // Not a moment ago, or what was paired since would not be looked at.
      yield* sql`UPDATE mentor_visibility SET updated_at = updated_at - interval '1 hour'
        WHERE customer_id = ${customer_id}::uuid`
      assert.strictEqual((yield* pair(call, mentor, members[0])).status, 201)
      const now = new Date(Date.now() + 100 * day_ms).toISOString()
      const clock = yield* call("POST", "/test/clocks", { now, user_ids: ["ada", "copy-2"] })
      assert.strictEqual(clock.status, 201, clock.text)
      // There the other one is over by now.
      const ahead = yield* pair(call, mentor, members[1])
      assert.strictEqual(ahead.status, 201, ahead.text)
      assert.include(yield* active(call), members[1])
      assert.strictEqual((yield* call("DELETE", `/test/clocks/${clock.body.test_clock_id}`)).status, 204)

      assert.deepStrictEqual(yield* active(call), [members[0]])
      assert.deepInclude((yield* call("GET", `${base}/directory`)).body.data[0], { mentees: 1, available: false })
      const [shown] = (yield* call("GET", `${sessions}?status=ended`)).body.data
      assert.strictEqual(shown.mentor_session_id, ahead.body.mentor_session_id)
      assert.deepStrictEqual(yield* foundOf(customer_id), [])
      assert.deepStrictEqual(refused(yield* pair(call, mentor, members[1])), [409, "mentor_full", { max: 1 }])
      assert.strictEqual((yield* call("DELETE", `${sessions}?mentee_buddy_id=${members[0]}`)).status, 204)
      const paired = yield* pair(call, mentor, members[1])
      assert.strictEqual(paired.status, 201, paired.text)
      assert.deepStrictEqual(yield* active(call), [members[1]])
    })
  )
})
