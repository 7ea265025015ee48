/** Guided journeys: edited by the tenant, walked by buddies, by events and by hand. */
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
const journey = {
  path_key: "start",
  title: "First steps",
  display_mode: "zigzag",
  icon: "flame",
  steps: [
    {
      step_key: "learn",
      title: "Learn",
      sub_steps: [
        { sub_step_key: "read", title: "Read", allow_manual_complete: true, content_url: "https://example.com/read" },
        { sub_step_key: "two", title: "Two lessons", completion_condition: lessons(2) }
      ]
    },
    {
      step_key: "shine",
      title: "Shine",
      sub_steps: [
        { sub_step_key: "badge", title: "A badge", completion_condition: { type: "badge_owned", key: "first_lesson" } },
        { sub_step_key: "ever", title: "Three at all", completion_condition: lessons(3, "ever") }
      ]
    }
  ]
}
type Place = { readonly sub_step_key: string; readonly state: string }
const states = ({
  body
}: {
  readonly body: { path?: { steps: [] }; steps: ReadonlyArray<{ sub_steps: ReadonlyArray<Place> }> }
}) =>
  (body.path ?? body).steps.flatMap(({ sub_steps }: { sub_steps: ReadonlyArray<Place> }) =>
    sub_steps.map(({ state }) => state)
  )

layer(TestApp.shared, { excludeTestServices: true })("paths", (it) => {
  it.effect("are walked in order, by hand where allowed and by what the buddy does elsewhere", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const made = yield* call("POST", "/path-definitions", journey)
      assert.strictEqual(made.status, 201, made.text)
      assert.strictEqual((yield* call("POST", "/path-definitions/start/activate")).body.is_active, true)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const path = `/path-definitions/buddies/${buddy_id}/paths/start`
      assert.deepStrictEqual(states(yield* call("GET", path)), ["available", "locked", "locked", "locked"])
      const early = yield* call("POST", "/events", lesson("ada"))
      assert.deepStrictEqual(early.body.effects.path_updates, [])
      const locked = yield* call("POST", `${path}/sub-steps/two/complete`)
      assert.deepStrictEqual([locked.status, locked.body.error.code], [409, "sub_step_automatic"])
      const done = yield* call("POST", `${path}/sub-steps/read/complete`)
      assert.deepInclude(done.body, { completed: true, already_completed: false })
      assert.strictEqual((yield* call("POST", `${path}/sub-steps/read/complete`)).body.already_completed, true)
      assert.deepStrictEqual(states(yield* call("GET", path)), ["completed", "available", "locked", "locked"])
      yield* call("POST", "/events", lesson("ada"))
      const last = yield* call("POST", "/events", lesson("ada"))
      assert.deepStrictEqual(
        last.body.effects.path_updates.map((one: { sub_step_key: string; path_completed: boolean }) => [
          one.sub_step_key,
          one.path_completed
        ]),
        [
          ["two", false],
          ["badge", false],
          ["ever", true]
        ]
      )
      const whole = yield* call("GET", path)
      assert.deepStrictEqual(whole.body.progress, { completed: 4, total: 4 })
      assert.isString(whole.body.completed_at)
    })
  )

  it.effect("may use one key in two steps: it means the sub-step whose turn it is", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const quiz = { sub_step_key: "quiz", title: "Quiz", allow_manual_complete: true }
      const steps = [
        { step_key: "one", title: "One", sub_steps: [quiz, { ...quiz, sub_step_key: "rest" }] },
        { step_key: "two", title: "Two", sub_steps: [quiz] }
      ]
      const { body: made } = yield* call("POST", "/path-definitions", { path_key: "p", title: "P", steps })
      const { buddy_id } = yield* hatch(tenant, "ada")
      const complete = (name: string) =>
        call("POST", `/path-definitions/buddies/${buddy_id}/paths/p/sub-steps/${name}/complete`)
      assert.deepInclude((yield* complete("quiz")).body, { already_completed: false })
      assert.deepInclude((yield* complete("quiz")).body, { already_completed: true })
      assert.deepInclude((yield* complete(made.steps[0].sub_steps[1].sub_step_id)).body, { already_completed: false })
      const last = yield* complete("quiz")
      assert.deepInclude(last.body, { already_completed: false })
      assert.deepStrictEqual(last.body.path.progress, { completed: 3, total: 3 })
      // Where all are completed it is the last one that was, wherever it stands by now.
      const moved = yield* call("PUT", "/path-definitions/p/steps/reorder", { ids: ["two", "one"] })
      assert.strictEqual(moved.status, 200, moved.text)
      const { completed_at } = last.body
      assert.deepInclude((yield* complete("quiz")).body, { already_completed: true, completed_at })
    })
  )

  it.effect("say of a completion condition what is wrong with it", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const wrong = [
        { ...lessons(0) },
        { type: "token_lifetime", key: "xp", value: 0 },
        { type: "badge_owned", key: "B!" }
      ]
      for (const [index, completion_condition] of wrong.entries()) {
        const sub_steps = [{ sub_step_key: "a", title: "A", completion_condition }]
        const path = { path_key: "wrong", title: "Wrong", steps: [{ step_key: "a", title: "A", sub_steps }] }
        const { issues } = (yield* call("POST", "/path-definitions", path)).body.error.details
        assert.deepStrictEqual(
          issues.map(({ path }: { path: ReadonlyArray<string> }) => path.at(-1)),
          [["count", "value", "key"][index]]
        )
      }
    })
  )

  it.effect("are edited step by step, and keep one active path per audience", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* call("POST", "/path-definitions", journey)
      yield* call("POST", "/path-definitions", { path_key: "other", title: "Other" })
      const base = "/path-definitions/start/steps"
      const step = yield* call("POST", base, { step_key: "rest", title: "Rest" })
      assert.deepInclude(step.body, { step_key: "rest", order: 3 })
      assert.strictEqual((yield* call("POST", base, { step_key: "rest", title: "Rest" })).status, 409)
      const order = yield* call("PUT", `${base}/reorder`, { ids: [step.body.step_id, "shine"] })
      const keys = (answer: { readonly body: { readonly data: ReadonlyArray<{ step_key: string }> } }) =>
        answer.body.data.map((one) => one.step_key)
      assert.deepStrictEqual(keys(order), ["rest", "shine", "learn"])
      const sub = yield* call("POST", `${base}/rest/sub-steps`, { sub_step_key: "nap", title: "Nap" })
      assert.deepInclude(sub.body, { sub_step_key: "nap", cta_label: "Open", allow_manual_complete: false, order: 1 })
      const renamed = yield* call("PUT", `${base}/rest/sub-steps/nap`, { sub_step_key: "sleep", title: "Sleep" })
      assert.deepInclude(renamed.body, { sub_step_id: sub.body.sub_step_id, sub_step_key: "sleep" })
      assert.strictEqual((yield* call("DELETE", `${base}/rest/sub-steps/sleep`)).status, 204)
      assert.deepStrictEqual((yield* call("GET", `${base}/rest/sub-steps`)).body, { data: [] })
      assert.strictEqual((yield* call("DELETE", `${base}/rest`)).status, 204)
      assert.deepStrictEqual(keys(yield* call("GET", base)), ["shine", "learn"])
      const switches = yield* Effect.forEach(
        ["start", "other", "start", "other"],
        (key) => call("POST", `/path-definitions/${key}/activate`),
        { concurrency: 4 }
      )
      assert.isTrue(switches.every(({ status }) => status === 200))
      const listed = yield* call("GET", "/path-definitions")
      assert.strictEqual(listed.body.data.filter((one: { is_active: boolean }) => one.is_active).length, 1)
    })
  )

  it.effect("are activated one after the other, however many are at once", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const keys = Array.from({ length: 8 }, (_, index) => `way-${index}`)
      yield* Effect.forEach(keys, (path_key) => call("POST", "/path-definitions", { path_key, title: path_key }))
      const activate = (key: string) => call("POST", `/path-definitions/${key}/activate`)
      for (const round of [keys, keys.toReversed()]) {
        const switches = yield* Effect.forEach(round, activate, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          switches.map(({ body, status }) => [status, body.is_active]),
          keys.map(() => [200, true])
        )
      }
      const listed = yield* call("GET", "/path-definitions")
      assert.strictEqual(listed.body.data.filter((one: { is_active: boolean }) => one.is_active).length, 1)
    })
  )

  it.effect("go along with the buddies that walk them when audiences are configured at last", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const configure = (...keys: ReadonlyArray<string>) =>
        call("PATCH", "/customers/me/audiences", { audiences: keys.map((key) => ({ key })) })
      const activate = (path_key: string) => call("POST", `/path-definitions/${path_key}/activate`)
      yield* publish(tenant)
      yield* configure("students")
      yield* call("POST", "/path-definitions", { path_key: "earlier", title: "Of an audience that had nobody" })
      yield* activate("earlier")
      yield* configure()
      yield* call("POST", "/path-definitions", journey)
      yield* activate("start")
      const { buddy_id } = yield* hatch(tenant, "ada")
      const token = (yield* call("POST", "/widget-sessions", { buddy_id, user_id: "ada" })).body.token
      const walked = `/path-definitions/buddies/${buddy_id}/paths/start`
      yield* call("POST", `${walked}/sub-steps/read/complete`)

      const configured = yield* configure("students", "teachers")
      assert.strictEqual(configured.status, 200, configured.text)
      const shown = yield* call("GET", "/widget/path", undefined, { key: token })
      assert.deepInclude(shown.body.path, { path_key: "start", audience: "students", is_active: true })
      assert.deepStrictEqual(states(shown), ["completed", "available", "locked", "locked"])
      yield* call("POST", "/events", { ...lesson("ada"), audience: "students" })
      yield* call("POST", "/events", { ...lesson("ada"), audience: "students" })
      assert.strictEqual(states(yield* call("GET", walked))[1], "completed")
      assert.strictEqual((yield* call("GET", "/path-definitions/earlier")).body.is_active, false)
    })
  )

  it.effect("are shown to widgets, which may tick off what allows it with the right scope only", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenant = yield* app.tenant()
      const { call } = tenant
      yield* publish(tenant)
      yield* call("POST", "/path-definitions", journey)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const token = (scopes: ReadonlyArray<string>) =>
        Effect.map(call("POST", "/widget-sessions", { buddy_id, user_id: "ada", scopes }), ({ body }) => body.token)
      const reader = { key: yield* token(["read"]) }
      const tracker = { key: yield* token(["events:track"]) }
      assert.deepStrictEqual((yield* call("GET", "/widget/path", undefined, reader)).body, { path: null })
      yield* call("POST", "/path-definitions/start/activate")
      assert.deepStrictEqual(states(yield* call("GET", "/widget/path", undefined, reader))[0], "available")
      const tick = "/widget/path/start/sub-steps/read/complete"
      assert.strictEqual((yield* call("POST", tick, undefined, reader)).status, 403)
      assert.strictEqual((yield* call("POST", tick, undefined, tracker)).status, 200)
      assert.strictEqual((yield* call("GET", "/widget/path/none", undefined, reader)).status, 404)
      const free = yield* app.tenant({ plan: "growth" })
      const refused = yield* free.call("GET", "/path-definitions")
      assert.deepStrictEqual([refused.status, refused.body.error.code], [403, "plan_feature_locked"])
    })
  )

  it.effect("send nobody to another host by an address that looks like a path", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const made = (content_url: string) => {
        const sub_steps = [{ sub_step_key: "read", title: "Read", allow_manual_complete: true, content_url }]
        const steps = [{ step_key: "learn", title: "Learn", sub_steps }]
        return call("POST", "/path-definitions", { path_key: "hosts", title: "Hosts", steps })
      }
      for (const content_url of ["//evil.test/x", "/\\evil.test", "javascript:alert(1)"]) {
        const refused = yield* made(content_url)
        assert.deepStrictEqual([refused.status, refused.body.error?.code], [422, "validation_failed"], refused.text)
      }
      const kept = yield* made("/lessons/1")
      assert.strictEqual(kept.status, 201, kept.text)
    })
  )
})
