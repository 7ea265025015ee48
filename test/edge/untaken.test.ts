/** Whoever asks for much and takes little of it is bounded, by what waits for him and by how long it does. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { makeUntaken } from "../../src/edge/Untaken.ts"

const limits = { large: 10, of_tenant: 100, of_all: 250, patience_ms: 1_000, least_bytes_per_second: 10 }

/** An answer under way, and whether its connection was closed on it. */
const answer = () => {
  const told = { closed: 0 }
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    socket: { destroy: () => (told.closed++, response.emit("close")) }
  })
  return { told, response: response as unknown as ServerResponse }
}

it.effect("a workspace has so many bytes waiting, all of them together so many, and one large answer always", () =>
  Effect.gen(function* () {
    const untaken = makeUntaken(limits)
    assert.isUndefined(untaken.inTheWay("a", 1_000))
    const first = answer()
    yield* untaken.hold(first.response, "a", 90)
    assert.strictEqual(untaken.inTheWay("a", 11), "own")
    assert.isUndefined(untaken.inTheWay("a", 10))
    assert.isUndefined(untaken.inTheWay("a", 9), "small ones are not counted")
    assert.isUndefined(untaken.inTheWay("b", 90))
    for (const tenant of ["b", "c"]) yield* untaken.hold(answer().response, tenant, 80)
    assert.strictEqual(untaken.inTheWay("d", 10), "others")
    first.response.emit("close")
    assert.isUndefined(untaken.inTheWay("d", 90))
    assert.isUndefined(untaken.inTheWay("a", 90))
  })
)

it.effect("what is taken too slowly is given up, and what was taken is left alone", () =>
  Effect.gen(function* () {
    const untaken = makeUntaken(limits, yield* Clock.Clock)
    const [deaf, quick] = [answer(), answer()]
    yield* untaken.hold(deaf.response, "a", 100)
    yield* untaken.hold(quick.response, "a", 100)
    quick.response.emit("close")
    yield* TestClock.adjust(10_999)
    assert.strictEqual(deaf.told.closed, 0)
    yield* TestClock.adjust(1)
    assert.strictEqual(deaf.told.closed, 1)
    assert.strictEqual(quick.told.closed, 0)
    assert.isUndefined(untaken.inTheWay("a", 100))
  })
)

it.effect("the clock a test sets closes no connection", () =>
  Effect.gen(function* () {
    const untaken = makeUntaken(limits)
    const { response, told } = answer()
    yield* untaken.hold(response, "a", 100)
    yield* TestClock.adjust("1 day")
    assert.strictEqual(told.closed, 0)
    response.emit("close")
  })
)
