/** Painters are few: a tenant that asks for many pictures waits for its own, and another tenant's hatch does not. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { TestTenant } from "../../src/testing/Tenant.ts"
import { TestService } from "../../src/testing/TestService.ts"
import { studyContent } from "../kit/players/players.ts"
import { until } from "../kit/service/time.ts"

const drawing_seconds = 4

/** A service whose painter takes his time from now on, and a tenant with so many buddies. */
const stage = Effect.fnUntraced(function* (buddies: number) {
  const service = yield* TestService
  const tenant = yield* service.tenant()
  yield* tenant.publish(studyContent)
  const users = Array.from({ length: buddies }, (_, n) => `user-${n}`)
  const buddy_ids = yield* Effect.forEach(users, (user) => Effect.map(tenant.hatch(user), ({ buddy_id }) => buddy_id))
  yield* service.images.slowNext(100, `${drawing_seconds} seconds`)
  const drawings = Effect.map(service.images.calls, ({ length }) => length)
  return { service, tenant, buddy_ids, drawings, hatched: yield* drawings }
})

const rerender = ({ call }: TestTenant, buddy_id: string) =>
  Effect.map(call("POST", `/buddies/${buddy_id}/appearance/rerender`), ({ body, status, text }) => {
    assert.strictEqual(status, 202, text)
    return body.operation_id as string
  })

it.effect("rerenders of one buddy that are asked for while it is drawn are one", () =>
  Effect.gen(function* () {
    const { buddy_ids, drawings, hatched, service, tenant } = yield* stage(1)
    const [buddy_id] = buddy_ids as [string]
    const first = yield* rerender(tenant, buddy_id)
    yield* until(
      "the first one is drawn",
      Effect.map(drawings, (count) => count > hatched)
    )
    const others = yield* Effect.all(
      Array.from({ length: 40 }, () => rerender(tenant, buddy_id)),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(new Set(others).size, 1)
    assert.notStrictEqual(others[0], first)
    yield* service.advance(`${2 * drawing_seconds + 1} seconds`)
    for (const id of [first, others[0]!]) assert.strictEqual((yield* tenant.operation(id)).status, "completed")
    assert.strictEqual((yield* drawings) - hatched, 2)
  }).pipe(Effect.provide(TestService.layer()))
)

it.effect("a hatch does not wait for the pictures of another tenant, nor for the rerenders of its own", () =>
  Effect.gen(function* () {
    const { buddy_ids, drawings, hatched, service, tenant } = yield* stage(6)
    const operations = yield* Effect.forEach(buddy_ids, (buddy_id) => rerender(tenant, buddy_id))
    yield* until(
      "the first one is drawn",
      Effect.map(drawings, (count) => count > hatched)
    )
    const other = yield* service.tenant()
    yield* other.publish(studyContent)
    const hatches = [yield* other.startHatch("bob"), yield* tenant.startHatch("eve")] as const
    yield* until(
      "the other tenant's is drawn beside it",
      Effect.map(drawings, (count) => count === hatched + 2)
    )
    yield* service.advance(`${2 * drawing_seconds + 1} seconds`)
    assert.strictEqual((yield* other.operation(hatches[0].operation_id)).status, "completed")
    assert.strictEqual((yield* tenant.operation(hatches[1].operation_id)).status, "completed")
    const open = yield* Effect.filter(operations, (id) =>
      Effect.map(tenant.operation(id), ({ status }) => status === "processing")
    )
    assert.isAtLeast(open.length, 3)
    yield* service.advance(`${6 * drawing_seconds + 1} seconds`)
    for (const id of operations) assert.strictEqual((yield* tenant.operation(id)).status, "completed")
  }).pipe(Effect.provide(TestService.layer()))
)
