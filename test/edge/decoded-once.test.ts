/** The quick way to an event parses a body once, whether it is taken or refused. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import { lesson } from "../kit/players/players.ts"
import { TestApp } from "../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("the body of an event", (it) => {
  it.effect("is parsed once on the quick way, whatever the answer", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* call("GET", "/eggs")
      const told: Array<readonly [status: number, parsed: number]> = []
      for (const body of [lesson("ada"), { ...lesson("ada"), unheard_of: true }, { ...lesson("ada"), type: 7 }, []]) {
        const raw = JSON.stringify(body)
        const parse = vi.spyOn(JSON, "parse")
        const { status } = yield* call("POST", "/events", undefined, { raw })
        told.push([status, parse.mock.calls.filter(([text]) => text === raw).length])
        parse.mockRestore()
      }
      assert.deepStrictEqual(told, [
        [200, 1],
        [422, 1],
        [422, 1],
        [422, 1]
      ])
    })
  )
})
