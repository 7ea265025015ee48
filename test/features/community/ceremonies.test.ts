/** Great moments as the workspace's own screens show them, with the words of the narrative. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { evolved, started } from "../../kit/webhooks/ListeningTenant.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("the ceremonies of a buddy", (it) => {
  const opened = Effect.gen(function* () {
    const world = yield* started
    const { buddy_id, call } = world
    const path = `/buddies/${buddy_id}/ceremonies`
    const name = (yield* call("GET", `/buddies/${buddy_id}`)).body.name as string
    const pending = Effect.map(call("GET", path), ({ body }) => body.data)
    return { world, call, path, name, pending }
  })

  it.effect("wait with their texts and pictures, the newest first, until they were watched", () =>
    Effect.gen(function* () {
      const { call, name, path, pending, world } = yield* opened
      yield* evolved(world)
      const [evolution, hatching, ...others] = yield* pending
      assert.isEmpty(others)
      const { image_url, occurred_at, ...rest } = evolution
      assert.deepStrictEqual(rest, {
        ceremony: "evolution",
        evolution_stage: 2,
        prestige_level: 0,
        text: `Ta-da! ${name} is Scout now.`
      })
      assert.match(image_url, /\/assets\//)
      assert.isAbove(Date.parse(occurred_at), Date.parse(hatching.occurred_at))
      assert.deepInclude(hatching, { ceremony: "hatch", evolution_stage: 1, text: `Peekaboo! ${name} is here.` })
      assert.match(hatching.image_url, /\/assets\//)
      assert.notStrictEqual(hatching.image_url, image_url)
      const watched = { ceremony: "evolution", evolution_stage: 2 }
      const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => call("POST", path, watched), {
        concurrency: 50
      })
      for (const { body, status, text } of answers) {
        assert.deepStrictEqual([status, body.recorded], [200, true], text)
      }
      assert.lengthOf(
        answers.filter(({ body }) => !body.already_recorded),
        1
      )
      const { occurred_at: at, ...told } = yield* world.heard("buddy.ceremony_completed")
      assert.isString(at)
      assert.deepStrictEqual(told, { buddy_id: world.buddy_id, user_id: "ada", ...watched })
      assert.lengthOf(world.bodies("buddy.ceremony_completed"), 1)
      assert.deepStrictEqual(yield* pending, [hatching])
    })
  )

  it.effect("speak as the workspace does: its texts, its tone, its language", () =>
    Effect.gen(function* () {
      const { call, name, pending } = yield* opened
      const text = Effect.map(pending, ([newest]) => newest.text)
      yield* call("PATCH", "/customers/me/narrative", { tone: "epic" })
      yield* call("PATCH", "/customers/me/settings", { locale: "de-AT" })
      assert.strictEqual(yield* text, `Seht: ${name} ist erwacht!`)
      yield* call("PATCH", "/customers/me/settings", { locale: "nl" })
      assert.strictEqual(yield* text, `Behold: ${name} has awoken!`)
      yield* call("PATCH", "/customers/me/narrative", { hatch_copy: "{count}: {name}, {stage}" })
      assert.strictEqual(yield* text, `1: ${name}, Hatchling`)
    })
  )

  it.effect("that were not reached are refused, and so are a stranger's and an archived buddy's", () =>
    Effect.gen(function* () {
      const { call, path, world } = yield* opened
      const early = { ceremony: "evolution", evolution_stage: 2 }
      const refused = yield* call("POST", path, early)
      assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "ceremony_not_pending"])
      assert.deepStrictEqual(refused.body.error.details, early)
      for (const body of [{}, { ...early, ceremony: "wedding" }, { ...early, evolution_stage: 6 }]) {
        assert.strictEqual((yield* call("POST", path, body)).status, 422)
      }
      const { call: stranger } = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* stranger("GET", path)).status, 404)
      assert.strictEqual((yield* stranger("POST", path, early)).status, 404)
      assert.strictEqual((yield* call("GET", "/buddies/nobody/ceremonies")).status, 404)
      yield* call("PATCH", `/buddies/${world.buddy_id}/archive`)
      const archived = yield* call("POST", path, { ceremony: "hatch", evolution_stage: 1 })
      assert.deepStrictEqual([archived.status, archived.body.error.code], [409, "buddy_archived"])
    })
  )
})
