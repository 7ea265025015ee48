/**
 * Hostile input to every route, generated from the API definition: whatever is sent, the answer is a refusal in the
 * contract's words (or a harmless success), never a fault of ours, and nobody else's rows change.
 *
 * FUZZ_SEED picks another sample of the large classes, FUZZ_BUDGET another size: about so many
 * requests of each (default 2,400).
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { prefix } from "../kit/contract/ApiContract.ts"
import { HostileTenants } from "../kit/hostile/HostileTenants.ts"
import * as Attempts from "../kit/hostile/HostileBodies.ts"
import * as EdgeAttempts from "../kit/hostile/HostileRequests.ts"
import { problemsOf } from "../kit/hostile/AnswerExpectations.ts"
import { speak } from "../kit/http/RawHttp.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { schemaBodies } from "../kit/hostile/SchemaBodies.ts"

const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_120)
const budget = Number(process.env["FUZZ_BUDGET"] ?? 2_400)

const arena = HostileTenants.layer.pipe(Layer.provideMerge(TestApp.shared))

layer(arena, { excludeTestServices: true })("hostile input", (it) => {
  it.effect("is told from what is meant: every route takes its own sample", () =>
    Effect.gen(function* () {
      const statuses = yield* (yield* HostileTenants).attack(Attempts.wellFormed())
      const taken = statuses.filter((status) => status < 300).length
      assert.isAbove(taken / statuses.length, 0.7, "too few samples are really taken")
    })
  )

  it.effect("in any one field of a body is refused with 422, or taken as what it is", () =>
    Effect.gen(function* () {
      const statuses = yield* (yield* HostileTenants).attack(Attempts.wrongFields(seed, budget))
      assert.isAbove(statuses.filter((status) => status === 422).length, statuses.length / 4)
      assert.isAbove(statuses.filter((status) => status < 300).length, 100, "everything was refused")
    })
  )

  it.effect("instead of JSON is a 400, JSON of another shape a 422", () =>
    Effect.gen(function* () {
      yield* (yield* HostileTenants).attack(Attempts.brokenBodies(seed, budget))
    })
  )

  it.effect("of another content type or encoding is a 415, and where no body is asked for none is taken", () =>
    Effect.gen(function* () {
      yield* (yield* HostileTenants).attack(Attempts.wrongContent())
    })
  )

  it.effect("past the limit of its route is a 413: 16 kB, 1 MiB or 10 MiB", () =>
    Effect.gen(function* () {
      const { attack } = yield* HostileTenants
      yield* attack(Attempts.oversized())
      yield* attack(Attempts.large())
    })
  )

  it.effect("in place of an id is an unknown resource", () =>
    Effect.gen(function* () {
      yield* (yield* HostileTenants).attack(EdgeAttempts.hostilePaths(seed, budget))
    })
  )

  it.effect("in the query is refused by name", () =>
    Effect.gen(function* () {
      yield* (yield* HostileTenants).attack(EdgeAttempts.hostileQueries())
    })
  )

  it.effect("in headers neither signs in nor gets through", () =>
    Effect.gen(function* () {
      yield* (yield* HostileTenants).attack(EdgeAttempts.hostileHeaders(seed))
    })
  )

  it.effect("by another method is a 405 that names the right ones; HEAD is a GET without its body", () =>
    Effect.gen(function* () {
      const { attack, victim } = yield* HostileTenants
      yield* attack(EdgeAttempts.otherMethods(victim))
      yield* attack(EdgeAttempts.heads())
    })
  )

  it.effect("on a bent path finds nothing or what the straight one does", () =>
    Effect.gen(function* () {
      yield* (yield* HostileTenants).attack(EdgeAttempts.bentPaths(seed))
    })
  )

  it.effect("that fits its schema in an unheard-of way is no different", () =>
    Effect.gen(function* () {
      const attempts = yield* schemaBodies(seed, budget / 2)
      assert.isAbove(attempts.length, budget / 3)
      yield* (yield* HostileTenants).attack(attempts)
    })
  )

  it.effect("that was let in stands in nobody's way: everything can still be read", () =>
    Effect.gen(function* () {
      const { attack, attackers } = yield* HostileTenants
      const statuses = yield* attack(Attempts.reads(attackers))
      assert.isAbove(statuses.filter((status) => status === 200).length, statuses.length * 0.7)
    })
  )

  it.effect("is over, and what is meant to end things still does", () =>
    Effect.gen(function* () {
      yield* (yield* HostileTenants).attack(Attempts.endings())
    })
  )

  it.effect("that is not even HTTP gets a short answer in the envelope and a closed connection", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const line = `GET ${prefix}/health HTTP/1.1\r\n`
      const host = "Host: localhost\r\n"
      const broken: Readonly<Record<string, readonly [bytes: string, status: number]>> = {
        "no HTTP": ["hello\r\n\r\n", 400],
        "no host": [`${line}\r\n`, 400],
        "an unknown method": [`FOO ${prefix}/health HTTP/1.1\r\n${host}\r\n`, 400],
        "a control character in a header": [`${line}${host}X-Request-Id: a\u0001b\r\n\r\n`, 400],
        "a header without end": [`${line}${host}X-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
        "two lengths": [`${line}${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
        "a length and chunks": [`${line}${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
        "a negative length": [`${line}${host}Content-Length: -1\r\n\r\n`, 400]
      }
      const found = yield* Effect.forEach(Object.entries(broken), ([label, [bytes, status]]) =>
        Effect.map(speak(baseUrl, bytes), (received) => problemsOf(received, { label, statuses: [status] }))
      )
      assert.deepStrictEqual(found.flat(), [])
    })
  )

  it.effect("in X-Request-Id never reaches a header of the answer", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { headers } = yield* speak(
        baseUrl,
        `GET ${prefix}/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Request-Id: a\r\nX-Evil: 1\r\n\r\n`
      )
      assert.strictEqual(headers["x-request-id"], "a")
      assert.isUndefined(headers["x-evil"])
    })
  )
})
