import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { describe } from "vitest"
import { Passwords } from "../../../src/platform/auth/Passwords.ts"

describe("passwords", () => {
  it.live("are verified against their own hash only, and never against none", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const hash = yield* passwords.hash("correct horse battery")
      assert.isTrue(yield* passwords.verify(hash, "correct horse battery"))
      assert.isFalse(yield* passwords.verify(hash, "correct horse Battery"))
      assert.isFalse(yield* passwords.verify(undefined, "correct horse battery"))
      assert.notStrictEqual(yield* passwords.hash("correct horse battery"), hash)
    }).pipe(Effect.provide(Passwords.layer))
  )

  it.live("that come in a flood wait in a bounded line; the rest is told to come back", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const flood = Effect.all(
        Array.from({ length: 60 }, () => Effect.result(passwords.hash("correct horse battery"))),
        { concurrency: "unbounded" }
      )
      const refused = (yield* flood).filter(Result.isFailure).map(({ failure }) => failure._tag)
      assert.deepStrictEqual(
        refused,
        Array.from({ length: 8 }, () => "ServiceUnavailable")
      )
      assert.match(yield* passwords.hash("afterwards it works"), /^\$argon2id\$/)
    }).pipe(Effect.provide(Passwords.layer))
  )
})
