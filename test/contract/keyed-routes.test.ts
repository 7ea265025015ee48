/**
 * Every route that changes something under an Idempotency-Key, twice at once and once more: one effect, one answer for
 * everybody, and a refusal for another request under the same key. Generated from the API definition.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Operation, operations, prefix, reference } from "../kit/contract/ApiContract.ts"
import { makeFullTenant } from "../kit/contract/FullTenant.ts"
import { sampleFor } from "../kit/contract/ValidBodies.ts"
import { endsItself } from "../kit/hostile/HostileBodies.ts"
import { asked } from "../kit/hostile/HostileTenants.ts"
import { rawHttp, type Received } from "../kit/http/RawHttp.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"
import { webhookSink } from "../kit/webhooks/WebhookSink.ts"

const takesKeys = ({ method, path }: Operation) => {
  const { parameters = [] } = reference.paths[prefix + path]![method.toLowerCase()]!
  return parameters.some(({ name }) => name === "Idempotency-Key")
}
const writing = operations.filter(({ method }) => method !== "GET")
const changing = writing.filter(takesKeys)
/** Nobody is there whose key it could be, or will be there to ask again. */
const keyless = writing.filter((operation) => !takesKeys(operation))

const rank = ({ key, method }: Operation): number =>
  endsItself.has(key) ? 9 : ["PUT", "POST", "PATCH", "DELETE"].indexOf(method)
/** What is inside ends before what it is in. */
const inOrder = (left: Operation, right: Operation): number =>
  rank(left) - rank(right) || (left.method === "DELETE" ? right.path.length - left.path.length : 0)

const preparing = operations.find(({ key }) => key === "GET /onboarding/sessions/preparing-status")!

const isReplay = ({ headers }: Received) => headers["idempotency-replayed"] === "true"

layer(TestApp.shared, { excludeTestServices: true })("every change", (it) => {
  it.effect("under an Idempotency-Key happens once and is answered alike, also twice at once", () =>
    Effect.gen(function* () {
      const sink = yield* webhookSink
      const send = yield* rawHttp((yield* TestApp).baseUrl)
      const held = yield* makeFullTenant("keyed", sink.url("/keyed"))
      const found: Array<string> = []
      // One that is refused while another still runs is no answer that is kept: the next one may be taken.
      const prepared = until(
        "nothing is being prepared",
        Effect.map(send(asked(held, preparing)), ({ status, text }) => status !== 200 || !text.includes('"preparing"'))
      )
      let taken = 0
      for (const [nth, operation] of changing.toSorted(inOrder).entries()) {
        const body = operation.body === undefined ? {} : { body: JSON.stringify(sampleFor(operation, held.known)) }
        const request = asked(held, operation, { ...body, headers: { "idempotency-key": `key-${nth}` } })
        if (operation.path.startsWith("/onboarding/sessions")) yield* prepared
        const [one, two] = yield* Effect.all([send(request), send(request)], { concurrency: 2 })
        const all = [one, two, yield* send(request)]
        const told = all.map((answer) => `${answer.status} ${answer.text.slice(0, 200)}`)
        if (all.some(({ status }) => status >= 500)) found.push(`${operation.key}: ${told.join(" | ")}`)
        if (one.status >= 300 && two.status >= 300) continue
        taken++
        const isOnce = all.filter((answer) => !isReplay(answer)).length === 1
        const isSame = new Set(all.map(({ status, text }) => `${status} ${text}`)).size === 1
        if (!isOnce || !isSame) found.push(`${operation.key} told ${told.join(" | ")}`)
        if (request.body === undefined) continue
        const other = yield* send({ ...request, body: `${String(request.body)} ` })
        if (other.status !== 409) found.push(`${operation.key} with another body: ${other.status} ${other.text}`)
      }
      assert.isAbove(taken / changing.length, 0.7, "too few requests were really taken")
      assert.isAbove(keyless.length, 10)
      for (const operation of keyless) {
        const body = operation.body === undefined ? {} : { body: JSON.stringify(sampleFor(operation, held.known)) }
        const request = asked(held, operation, { ...body, headers: { "idempotency-key": "of nobody" } })
        const all = [yield* send(request), yield* send(request)]
        if (all.some((answer) => isReplay(answer))) found.push(`${operation.key} replays, and is not said to`)
        if (all.some(({ text }) => text.includes("Idempotency-Key"))) found.push(`${operation.key} judges a key`)
      }
      assert.deepStrictEqual(found, [])
    })
  )
})
