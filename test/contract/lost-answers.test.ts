/**
 * Every route that changes something under an Idempotency-Key, where its answer was lost: whatever was committed before
 * that stays, the same request is taken when it comes again, and nothing of it happens twice.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Operation, operations, prefix, reference } from "../kit/contract/ApiContract.ts"
import { makeFullTenant } from "../kit/contract/FullTenant.ts"
import { sampleFor } from "../kit/contract/ValidBodies.ts"
import { endsItself } from "../kit/hostile/HostileBodies.ts"
import { asked } from "../kit/hostile/HostileTenants.ts"
import { rawHttp } from "../kit/http/RawHttp.ts"
import { losingAnswers } from "../kit/service/LosingAnswers.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"
import { webhookSink } from "../kit/webhooks/WebhookSink.ts"

const takesKeys = ({ method, path }: Operation) => {
  const { parameters = [] } = reference.paths[prefix + path]![method.toLowerCase()]!
  return parameters.some(({ name }) => name === "Idempotency-Key")
}
const changing = operations.filter(({ method }) => method !== "GET").filter(takesKeys)

/** What closes a thing or a user comes after what is done with it. */
const rank = ({ key, method, path }: Operation): number => {
  if (endsItself.has(key)) return 9
  if (path.includes("/users/{user_id}")) return 8
  if (path.endsWith("/archive")) return 7
  if (/^\/onboarding\/sessions($|\/reset|\/seed)/.test(path)) return 6
  if (/force-|feature-toggles$|^\/config-versions.*\/publish$/.test(path)) return 5
  return ["PUT", "POST", "PATCH", "DELETE"].indexOf(method)
}
const inOrder = (left: Operation, right: Operation): number =>
  rank(left) - rank(right) || (left.method === "DELETE" ? right.path.length - left.path.length : 0)

const preparing = operations.find(({ key }) => key === "GET /onboarding/sessions/preparing-status")!

/** What requests alone bring about, and nothing that works by itself. */
const counted = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const of = sql`customer_id = ${customer_id}::uuid`
  const [found] = yield* sql<Record<string, number>>`SELECT
    (SELECT count(*)::int FROM commands WHERE ${of} AND command_id LIKE 'idem:%') AS commands,
    (SELECT count(*)::int FROM events WHERE ${of}) AS events,
    (SELECT count(*)::int FROM kudos WHERE ${of}) AS kudos,
    (SELECT count(*)::int FROM hosted_runs WHERE ${of}) AS runs,
    (SELECT count(*)::int FROM booster_grants WHERE ${of}) AS boosters,
    (SELECT count(*)::int FROM operations WHERE ${of} AND type = 'onboarding') AS generations,
    (SELECT count(*)::int FROM campaign_receipts WHERE ${of} AND source IN ('award', 'free_lunch')) AS given`
  return found!
})

layer(TestApp.shared, { excludeTestServices: true })("every change whose answer was lost", (it) => {
  it.effect("is taken when it comes again with its key, and happens once", () =>
    Effect.gen(function* () {
      const sink = yield* webhookSink
      const send = yield* rawHttp((yield* TestApp).baseUrl)
      const held = yield* makeFullTenant("lost", sink.url("/lost"))
      const { customer_id } = held.tenant
      const prepared = until(
        "nothing is being prepared",
        Effect.map(send(asked(held, preparing)), ({ status, text }) => status !== 200 || !text.includes('"preparing"'))
      )
      const found: Array<string> = []
      const kept: Array<string> = []
      let taken = 0
      for (const [nth, operation] of changing.toSorted(inOrder).entries()) {
        const body = operation.body === undefined ? {} : { body: JSON.stringify(sampleFor(operation, held.known)) }
        const request = asked(held, operation, { ...body, headers: { "idempotency-key": `lost-${nth}` } })
        if (operation.path.startsWith("/onboarding/sessions")) yield* prepared
        const before = yield* counted(customer_id)
        const lost = yield* losingAnswers(customer_id, send(request))
        if (lost.status !== 500) continue
        taken++
        const first = yield* counted(customer_id)
        const again = yield* send(request)
        const then = yield* counted(customer_id)
        if (again.status >= 300) found.push(`${operation.key}: ${again.status} ${again.text.slice(0, 200)}`)
        const done = Object.keys(first).filter((what) => first[what]! > before[what]!)
        if (done.length > 0) kept.push(operation.key)
        const twice = done.filter((what) => then[what]! > first[what]!)
        if (twice.length > 0) found.push(`${operation.key} did twice: ${twice.join(", ")}`)
      }
      assert.deepStrictEqual(found, [])
      assert.isAbove(taken / changing.length, 0.7, "too few requests were really taken")
      assert.isAbove(kept.length, 40, "too few requests were done before their answer was lost")
    })
  )
})
