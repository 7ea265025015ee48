/** How far a buddy is on a path whose events are taken back, and which has changed since it was walked. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const lessons = (count: number, since: "available" | "ever" = "available") => ({
  type: "event_count",
  event_type: "lesson.completed",
  count,
  since
})

type Walked = { readonly steps: ReadonlyArray<{ readonly sub_steps: ReadonlyArray<{ readonly state: string }> }> }
const states = ({ body }: { readonly body: Walked }) =>
  body.steps.flatMap(({ sub_steps }) => sub_steps.map(({ state }) => state))

layer(TestApp.shared, { excludeTestServices: true })("paths", (it) => {
  it.effect("count no event that was taken back, and what is completed stays so", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const conditions = { two: lessons(2), three: lessons(3, "ever") }
      const sub_steps = Object.entries(conditions).map(([sub_step_key, completion_condition]) => {
        return { sub_step_key, title: sub_step_key, completion_condition }
      })
      const steps = [{ step_key: "learn", title: "Learn", sub_steps }]
      yield* call("POST", "/path-definitions", { path_key: "p", title: "P", steps })
      yield* call("POST", "/path-definitions/p/activate")
      const { buddy_id } = yield* hatch(tenant, "ada")
      const send = Effect.gen(function* () {
        const event = lesson("ada")
        const { body } = yield* call("POST", "/events", event)
        const completed = body.effects.path_updates.map((one: { sub_step_key: string }) => one.sub_step_key)
        return { completed, event_id: event.event_id as string }
      })
      const takeBack = (event_id: string) => call("POST", `/events/${event_id}/reverse`)
      const first = yield* send
      const { body: told } = yield* call("GET", `/events/${first.event_id}/trace`)
      assert.deepStrictEqual(
        told.rules.filter(({ type }: { type: string }) => type === "path").map(({ detail }: { detail: {} }) => detail),
        [
          { counted: 1, count: 2 },
          { counted: 1, count: 3 }
        ]
      )
      yield* takeBack(first.event_id)
      yield* takeBack(first.event_id)
      const second = yield* send
      assert.deepStrictEqual(second.completed, [])
      const third = yield* send
      assert.deepStrictEqual(third.completed, ["two"])
      yield* takeBack(second.event_id)
      const path = `/path-definitions/buddies/${buddy_id}/paths/p`
      assert.deepStrictEqual(states(yield* call("GET", path)), ["completed", "available"])
      assert.deepStrictEqual([(yield* send).completed, (yield* send).completed], [[], ["three"]])
    })
  )

  it.effect("that were completed and have more to do since are completed with the last of it", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const step = (sub_step_key: string) => ({ sub_step_key, title: sub_step_key, allow_manual_complete: true })
      const steps = [{ step_key: "learn", title: "Learn", sub_steps: [step("read")] }]
      yield* call("POST", "/path-definitions", { path_key: "p", title: "P", steps })
      const { buddy_id } = yield* hatch(tenant, "ada")
      const path = `/path-definitions/buddies/${buddy_id}/paths/p`
      const whole = yield* call("POST", `${path}/sub-steps/read/complete`)
      assert.isString(whole.body.path.completed_at)
      yield* call("POST", "/path-definitions/p/steps/learn/sub-steps", step("write"))
      assert.isNull((yield* call("GET", path)).body.completed_at)
      const { body } = yield* call("POST", `${path}/sub-steps/write/complete`)
      assert.isAbove(Date.parse(body.completed_at), Date.parse(whole.body.completed_at))
      assert.strictEqual(body.path.completed_at, body.completed_at)
      // What is not done any more leaves the rest whole.
      yield* call("POST", "/path-definitions/p/steps/learn/sub-steps", step("sing"))
      yield* call("POST", "/path-definitions/p/steps/learn/sub-steps", step("dance"))
      yield* call("POST", `${path}/sub-steps/sing/complete`)
      yield* call("DELETE", "/path-definitions/p/steps/learn/sub-steps/dance")
      const left = (yield* call("GET", path)).body
      assert.deepStrictEqual(left.progress, { completed: 3, total: 3 })
      assert.strictEqual(left.completed_at, left.steps[0].sub_steps[2].completed_at)
    })
  )
})
