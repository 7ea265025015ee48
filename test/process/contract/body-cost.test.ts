/**
 * What one request may cost everybody else: for every route that takes a body the heaviest legal and illegal ones,
 * generated from the API definition. None may keep the event loop from others for 100 ms of processor time, or need
 * 100 MB. BODY_COSTS=1 prints the dearest body of each route.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { limits } from "../../../src/wire/Limits.ts"
import { type Operation, operations } from "../../kit/contract/ApiContract.ts"
import { HostileTenants, asked } from "../../kit/hostile/HostileTenants.ts"
import { endsItself } from "../../kit/hostile/HostileBodies.ts"
import { bytesMaxOf, type HeavyBody, illegalBodies, legalBodies } from "../../kit/hostile/HeavyBodies.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { type Cost, costOf } from "../../kit/service/TurnCost.ts"

const turn_ms_max = 100
const growth_mb_max = 100
/** Beside much other work a turn takes more processor time, never less: one that is dear is dear each time. */
const again_max = 12
/** Fifty problems in a few words each, and the envelope. */
const refusal_bytes_max = 50_000

const arena = HostileTenants.layer.pipe(Layer.provideMerge(TestApp.layer({ authRequestsPerMinute: 1_000_000 })))

interface Measured extends Cost {
  readonly route: string
  readonly label: string
  readonly status: number
  readonly bytes: number
}

const withBody = operations.filter(({ body, key }) => body !== undefined && !endsItself.has(key))

const refusals: ReadonlySet<number> = new Set([400, 413, 422])

/** Sends the bodies one by one and fails when an answer is no refusal where one is due, or too long. */
const measure = Effect.fn(function* (operation: Operation, bodies: () => ReadonlyArray<HeavyBody>, isLegal: boolean) {
  const { attackers, send } = yield* HostileTenants
  const held = attackers[0]!
  const found: Array<Measured> = []
  for (const [index, { body, label }] of bodies().entries()) {
    let [answer, cost] = yield* costOf(send(asked(held, operation, { body })))
    // Other work on the machine only makes it dearer: what a body costs is the least that one like it was seen to cost.
    // Who is told to come back does: a busy machine lets the database be late.
    const isOver = (again: number) => again >= again_max || (cost.turn_ms <= turn_ms_max && answer.status !== 503)
    for (let again = 0; !isOver(again); again++) {
      const [next, once] = yield* costOf(send(asked(held, operation, { body: bodies()[index]!.body })))
      answer = next
      cost = { growth_mb: Math.max(cost.growth_mb, once.growth_mb), turn_ms: Math.min(cost.turn_ms, once.turn_ms) }
    }
    const what = `${operation.key}: ${label}: ${answer.status} ${answer.text.slice(0, 300)}`
    // A database that is too slow for ten megabytes says so and asks to come back: what the turn cost stands.
    if (answer.status === 503 && operation.route.takesLargeBody) assert.isDefined(answer.headers["retry-after"], what)
    else assert.isBelow(answer.status, 500, what)
    if (!isLegal && body.length > bytesMaxOf(operation)) assert.strictEqual(answer.status, 413, what)
    if (refusals.has(answer.status)) {
      const { details } = (answer.json as { error: { details?: { issues?: ReadonlyArray<unknown> } } }).error
      assert.isAtMost(details?.issues?.length ?? 0, limits.issues_max, what)
      assert.isBelow(answer.text.length, refusal_bytes_max, what)
    }
    found.push({ ...cost, route: operation.key, label, status: answer.status, bytes: body.length })
  }
  return found
})

const line = ({ bytes, growth_mb, label, route, status, turn_ms }: Measured) =>
  [
    `${turn_ms.toFixed(1).padStart(7)} ms ${growth_mb.toFixed(1).padStart(7)} MB ${String(bytes).padStart(9)} B`,
    `${status} ${route}: ${label}`
  ].join("  ")

const judge = (found: ReadonlyArray<Measured>) => {
  if (process.env["BODY_COSTS"] !== undefined) {
    const dearest = new Map<string, Measured>()
    for (const one of found) if (one.turn_ms > (dearest.get(one.route)?.turn_ms ?? 0)) dearest.set(one.route, one)
    const worst = [...dearest.values()].sort((left, right) => right.turn_ms - left.turn_ms)
    const largest = [...found].sort((left, right) => right.growth_mb - left.growth_mb).slice(0, 5)
    process.stdout.write([...worst, ...largest].map(line).join("\n") + "\n")
  }
  assert.deepStrictEqual(
    found.filter(({ growth_mb, turn_ms }) => turn_ms > turn_ms_max || growth_mb > growth_mb_max).map(line),
    []
  )
}

layer(arena, { excludeTestServices: true })("one request", (it) => {
  it.effect("with the heaviest body its route takes leaves the event loop to others", () =>
    Effect.gen(function* () {
      const { attackers } = yield* HostileTenants
      const found: Array<Measured> = []
      for (const operation of withBody) {
        // The first request of a route finds its code uncompiled.
        const bodies = () => legalBodies(operation, attackers[0]!)
        yield* measure(operation, () => bodies().slice(0, 1), true)
        found.push(...(yield* measure(operation, () => bodies().slice(1), true)))
      }
      judge(found)
    })
  )

  it.effect("with a body built to hurt is refused before it does", () =>
    Effect.gen(function* () {
      const found: Array<Measured> = []
      for (const operation of withBody) {
        const bodies = illegalBodies(operation)
        found.push(...(yield* measure(operation, () => bodies, false)))
      }
      assert.isAbove(found.length, withBody.length * 3)
      judge(found)
    })
  )
})
