/** A model behind a chat endpoint: what it is asked, what is believed of its answers, and when it is left alone. */
import { assert, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { AppConfig } from "../../src/Config.ts"
import { AiProvider } from "../../src/platform/ai/AiProvider.ts"
import { declines, fakeModel, hangs, hangsUp, says, status } from "../kit/ai/FakeModel.ts"
import { until } from "../kit/service/time.ts"

const Pet = Schema.Struct({ name: Schema.String, legs: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 })) })
const turns = [{ role: "user", content: "Which pet?" }] as const
const question = { customer_id: "c1", turns, name: "pet", schema: Pet }
const rex = { name: "Rex", legs: 4 }

const provider = (url: string) =>
  Effect.map(
    Layer.build(
      Layer.provide(
        AiProvider.layer,
        AppConfig.test({ aiProviderUrl: url, aiProviderKey: Redacted.make("sk-secret"), aiProviderModel: "parrot-1" })
      )
    ),
    (context) => Context.get(context, AiProvider)
  )

const world = Effect.gen(function* () {
  const model = yield* fakeModel
  return { model, ai: yield* provider(model.url) }
})

/** Answered `count` times: then the waits between tries are over at once. */
const after = (asked: ReadonlyArray<unknown>, count: number, wait: Parameters<typeof TestClock.adjust>[0]) =>
  Effect.andThen(
    until(
      `it was asked ${count} times`,
      Effect.sync(() => asked.length >= count)
    ),
    TestClock.adjust(wait)
  )

const reasonOf = <A>(asking: Effect.Effect<A, { readonly reason: string; readonly detail: string }>) =>
  Effect.map(Effect.flip(asking), ({ detail, reason }) => {
    assert.notInclude(detail, "sk-secret")
    return reason
  })

describe("a model", () => {
  it.effect("is asked for one object of a schema, and once more when it sends another", () =>
    Effect.gen(function* () {
      const { ai, model } = yield* world
      model.next(says(rex), says({ name: "Octopus", legs: 9 }), says(`\`\`\`json\n${JSON.stringify(rex)}\n\`\`\``))
      assert.deepStrictEqual(yield* ai.ask(question), rex)
      const [first] = model.asked
      assert.deepStrictEqual([first!.path, first!.authorization], ["/v1/chat/completions", "Bearer sk-secret"])
      assert.deepInclude(first!.body.response_format, { type: "json_schema" })
      assert.strictEqual(first!.body.model, "parrot-1")
      assert.deepStrictEqual(first!.body.messages[0], turns[0])
      assert.deepStrictEqual(yield* ai.ask(question), rex)
      const repaired = model.asked[2]!.body.messages.slice(-2)
      assert.deepStrictEqual(
        repaired.map(({ role }) => role),
        ["assistant", "user"]
      )
      model.next(says("nonsense"), says("more nonsense"))
      assert.strictEqual(yield* reasonOf(ai.ask(question)), "answer_invalid")
      model.next(status(200, "{}"))
      assert.strictEqual(yield* reasonOf(ai.ask(question)), "answer_invalid")
      model.next(status(200, " ".repeat(300_000)))
      assert.strictEqual(yield* reasonOf(ai.ask(question)), "answer_invalid")
      model.next(declines)
      assert.strictEqual(yield* reasonOf(ai.ask(question)), "refused")
    })
  )

  it.effect("is told how long an answer may be in the word it asks for", () =>
    Effect.gen(function* () {
      const { ai, model } = yield* world
      const complaint = { error: { message: "Unsupported parameter: use 'max_completion_tokens' instead." } }
      model.next(status(400, JSON.stringify(complaint)), says(rex), says(rex))
      assert.deepStrictEqual(yield* ai.ask(question), rex)
      assert.deepStrictEqual(yield* ai.ask(question), rex)
      assert.deepStrictEqual(
        model.asked.map(({ body }) => [body.max_tokens, body.max_completion_tokens, body.response_format?.type]),
        [
          [8_192, undefined, "json_schema"],
          [undefined, 8_192, "json_schema"],
          [undefined, 8_192, "json_schema"]
        ]
      )
    })
  )

  it.effect("asks others in the word it knows, whatever one question had said of it", () =>
    Effect.gen(function* () {
      const { ai, model } = yield* world
      const echo = status(400, JSON.stringify({ error: { message: "no such pet: max_completion_tokens" } }))
      model.next(echo, status(400), status(400), says(rex))
      assert.strictEqual(yield* reasonOf(ai.ask(question)), "refused")
      assert.deepStrictEqual(yield* ai.ask(question), rex)
      assert.deepStrictEqual(
        model.asked.map(({ body }) => body.max_tokens ?? 0),
        [8_192, 0, 0, 8_192]
      )
    })
  )

  it.effect("makes a text in four requests at most, and no answer is endless", () =>
    Effect.gen(function* () {
      const { ai, model } = yield* world
      model.next(status(400), status(500), status(400), says("nonsense"), says(rex))
      const asking = yield* Effect.forkChild(reasonOf(ai.ask(question)))
      yield* after(model.asked, 2, "1 second")
      assert.strictEqual(yield* Fiber.join(asking), "unavailable")
      assert.lengthOf(model.asked, 4)
      assert.isTrue(model.asked.every(({ body }) => body.max_tokens === 8_192))
      // What was left of the answers is the next text's: each has requests of its own.
      assert.deepStrictEqual(yield* ai.ask(question), rex)
    })
  )

  it.effect("whose waiting askers gave up is none that is down", () =>
    Effect.gen(function* () {
      const { ai, model } = yield* world
      model.next(...Array.from({ length: 8 }, () => hangs))
      const ask = (count: number) =>
        Effect.forEach(Array.from({ length: count }), () => Effect.forkChild(reasonOf(ai.ask(question))))
      yield* ask(4)
      yield* until(
        "all places of the tenant are taken",
        Effect.sync(() => model.asked.length === 4)
      )
      yield* TestClock.adjust("1 second")
      yield* ask(4)
      const waiting = yield* ask(6)
      yield* TestClock.adjust("59 seconds")
      yield* until(
        "who waited first has a place",
        Effect.sync(() => model.asked.length === 8)
      )
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(new Set(yield* Effect.forEach(waiting, Fiber.join)), new Set(["timed_out"]))
      assert.strictEqual(yield* reasonOf(ai.ask({ ...question, customer_id: "c2" })), "refused")
    })
  )

  it.effect("that knows no schemas is asked for any object, and again with one after ten minutes", () =>
    Effect.gen(function* () {
      const { ai, model } = yield* world
      model.next(status(400), says(rex), says(rex), status(400))
      assert.deepStrictEqual([yield* ai.ask(question), yield* ai.ask(question)], [rex, rex])
      const formats = model.asked.map(({ body }) => body.response_format?.type)
      assert.deepStrictEqual(formats, ["json_schema", "json_object", "json_object"])
      assert.include(JSON.stringify(model.asked[2]!.body.messages), "legs")
      assert.strictEqual(yield* reasonOf(ai.ask(question)), "refused")
      yield* TestClock.adjust("10 minutes")
      model.next(says(rex))
      assert.deepStrictEqual(yield* ai.ask(question), rex)
      assert.strictEqual(model.asked.at(-1)!.body.response_format?.type, "json_schema")
    })
  )

  it.effect("is tried three times, then spared for a minute", () =>
    Effect.gen(function* () {
      const { ai, model } = yield* world
      model.next(status(429), hangsUp, says(rex), status(500), status(503), status(408))
      const first = yield* Effect.forkChild(ai.ask(question))
      yield* after(model.asked, 1, "1 second")
      yield* after(model.asked, 2, "4 seconds")
      assert.deepStrictEqual(yield* Fiber.join(first), rex)
      const second = yield* Effect.forkChild(reasonOf(ai.ask(question)))
      yield* after(model.asked, 4, "1 second")
      yield* after(model.asked, 5, "4 seconds")
      assert.strictEqual(yield* Fiber.join(second), "unavailable")
      model.next(status(500), status(500))
      const third = yield* Effect.forkChild(reasonOf(ai.ask(question)))
      yield* after(model.asked, 7, "1 second")
      yield* after(model.asked, 8, "4 seconds")
      assert.strictEqual(yield* Fiber.join(third), "unavailable")
      assert.strictEqual(yield* reasonOf(ai.ask(question)), "unavailable")
      assert.lengthOf(model.asked, 8)
      yield* TestClock.adjust("1 minute")
      model.next(says(rex))
      assert.deepStrictEqual(yield* ai.ask(question), rex)
    })
  )

  it.effect("has a minute to answer", () =>
    Effect.gen(function* () {
      const { ai, model } = yield* world
      model.next(hangs)
      const slow = yield* Effect.forkChild(reasonOf(ai.ask(question)))
      yield* after(model.asked, 1, "60 seconds")
      assert.strictEqual(yield* Fiber.join(slow), "timed_out")
    })
  )
})
