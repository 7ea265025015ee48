/** A disk that takes nothing more is for an operator to mend, and is told in a line. */
import { assert, it } from "@effect/vitest"
import { Console, Effect, Layer, Logger } from "effect"
import { launch } from "../../../src/Launch.ts"

/** What a start that ends with this defect says: on the console, and in the log. */
const said = Effect.fnUntraced(function* (defect: unknown) {
  const lines: Array<unknown> = []
  const logged: Array<unknown> = []
  const console = { ...globalThis.console, error: (line: unknown) => void lines.push(line) }
  yield* launch(Layer.effectDiscard(Effect.die(defect))).pipe(
    Effect.exit,
    Effect.provideService(Console.Console, console as Console.Console),
    Effect.provide(Logger.layer([Logger.make<unknown, void>(({ message }) => void logged.push(message))]))
  )
  return { lines, logged }
})

const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })

it.effect("a full disk is told in one line, with what helps", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* said(full), {
      lines: [
        "hatchery cannot write: ENOSPC: no space left on device, write. " +
          "Make room, or set DATA_DIR to a folder on another disk"
      ],
      logged: []
    })
  })
)

it.effect("any other defect is ours, and is told with everything we know", () =>
  Effect.gen(function* () {
    const { lines, logged } = yield* said(new TypeError("undefined is not a function"))
    assert.deepStrictEqual(lines, [])
    assert.strictEqual(logged.length, 1)
  })
)
