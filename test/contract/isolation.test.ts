/**
 * Two tenants with one of everything: whatever one of them asks for by a name of the other's, the answer is that of a
 * name nobody has, and nothing of the other is seen or changed. Generated from the API definition.
 */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type Operation, operations } from "../kit/contract/ApiContract.ts"
import { asked } from "../kit/hostile/HostileTenants.ts"
import { anyName } from "../kit/hostile/HostileRequests.ts"
import { essence, inBody, inPath, inQuery, type Pair } from "../kit/hostile/ForeignIds.ts"
import { fingerprint } from "../kit/contract/Fingerprint.ts"
import { type FullTenant, makeFullTenant } from "../kit/contract/FullTenant.ts"
import { ended } from "../kit/players/Erasing.ts"
import { lesson } from "../kit/players/players.ts"
import { rawHttp, type Received, type Send } from "../kit/http/RawHttp.ts"
import { sampleFor } from "../kit/contract/ValidBodies.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"
import { webhookSink } from "../kit/webhooks/WebhookSink.ts"

class Neighbours extends Context.Service<
  Neighbours,
  { readonly owner: FullTenant; readonly stranger: FullTenant; readonly send: Send }
>()("hatchery/test/Neighbours") {
  static readonly layer = Layer.effect(
    Neighbours,
    Effect.gen(function* () {
      const sink = yield* webhookSink
      const send = yield* rawHttp((yield* TestApp).baseUrl)
      const owner = yield* makeFullTenant("keeper", sink.url("/owner"))
      const stranger = yield* makeFullTenant("stranger", sink.url("/stranger"))
      const deliveries = `/webhook-configs/${owner.ids.get("/webhook-configs/{id}")}/deliveries?status=delivered`
      const delivered = Effect.map(owner.tenant.call("GET", deliveries), ({ body }) => body.data.length >= 2)
      yield* until("the owner's webhooks to be delivered", delivered)
      return Neighbours.of({ owner, stranger, send })
    })
  )
}

/** The same for every tenant: nothing to keep apart. */
const shared = new Set([
  "/presets/{key}",
  "/schemas/{part}",
  "/customers/me/council/narrative/slots/{slot}",
  "/customers/me/feature-config/{feature_key}"
])
/** What is public is for anybody who has its name; that says nothing of whose it is. */
const isPublic = ({ path }: Operation) => /^\/(public|p)\//.test(path)
const withIds = operations.filter(
  (operation) => operation.pathNames.length > 0 && !shared.has(operation.path) && !isPublic(operation)
)

const isPut = ({ method }: Operation) => method === "PUT"

const differences = (pairs: ReadonlyArray<Pair>) =>
  Effect.gen(function* () {
    const { send } = yield* Neighbours
    const found = yield* Effect.forEach(
      pairs,
      Effect.fnUntraced(function* ({ foreign, ids, label, unknown }) {
        const seen = essence(yield* send(foreign), ids[0])
        const wanted = essence(yield* send(unknown), ids[1])
        return seen === wanted ? [] : [`${label}: ${seen.slice(0, 200)} and not ${wanted.slice(0, 200)}`]
      }),
      { concurrency: 4 }
    )
    return found.flat()
  })

/** Of a name alone: what it says goes by what this workspace did with that name, and names are its own. */
const isOfName = ({ path }: Operation) => path.startsWith("/customers/me/users/")

const last = ["DELETE /customers/me/users/{user_id}/data", "PATCH /config-versions/{id}"]

/** In an order in which nothing is needed after it was ended. */
const rank = ({ key, method }: Operation): number =>
  last.includes(key) ? 9 + last.indexOf(key) : ["GET", "PUT", "POST", "PATCH", "DELETE"].indexOf(method)

/** What is inside ends before what it is in. */
const inOrder = (left: Operation, right: Operation): number =>
  rank(left) - rank(right) || (left.method === "DELETE" ? right.path.length - left.path.length : 0)

const own = (held: FullTenant, operation: Operation) =>
  asked(held, operation, operation.body === undefined ? {} : { body: JSON.stringify(sampleFor(operation, held.known)) })

/** Lists of what workspaces show to anybody name those that do. */
const ofAnybody = new Set(["/public/hall-of-fame-index", "/public/share-index"])
const lists = operations.filter(({ method, path }) => method === "GET" && !shared.has(path) && !ofAnybody.has(path))

const idsIn = (answers: ReadonlyArray<Received>, { ids, tenant }: FullTenant): ReadonlyArray<string> => {
  const text = answers.map((answer) => answer.text).join("\n")
  const secrets = [...ids].filter(([station]) => !shared.has(station)).map(([, id]) => id)
  return [...new Set([...secrets, tenant.customer_id])].filter((id) => text.includes(id))
}

layer(Neighbours.layer.pipe(Layer.provideMerge(TestApp.shared)), { excludeTestServices: true })(
  "another tenant's",
  (it) => {
    it.effect("things are in no answer, which all hold one's own", () =>
      Effect.gen(function* () {
        const { owner, send, stranger } = yield* Neighbours
        const readBy = (reader: FullTenant) => Effect.forEach(lists, (operation) => send(own(reader, operation)))
        const answers = yield* readBy(stranger)
        assert.deepStrictEqual(idsIn(answers, owner), [])
        assert.isAbove(idsIn(answers, stranger).length, 15)
      })
    )

    it.effect("id in a path is an unknown id, to the byte, and nothing of it changes", () =>
      Effect.gen(function* () {
        const { owner, send, stranger } = yield* Neighbours
        const before = yield* fingerprint(owner.tenant.customer_id)
        const paired = (operation: Operation) => inPath(operation, owner, stranger)
        // A PUT may make one's own thing of that name, which everything else would then find.
        const ofIds = withIds.filter((operation) => !isOfName(operation))
        const [puts, others] = [ofIds.filter(isPut), ofIds.filter((operation) => !isPut(operation))]
        assert.deepStrictEqual(yield* differences(others.map(paired)), [])
        const strict = withIds.filter(({ key }) => !anyName.has(key) || key.startsWith("GET /events/"))
        const statuses = yield* Effect.forEach(strict, (operation) =>
          Effect.map(send(paired(operation).foreign), ({ status }) => `${status} ${operation.key}`)
        )
        assert.deepStrictEqual(
          statuses.filter((line) => !line.startsWith("404 ")),
          []
        )
        assert.deepStrictEqual(yield* differences(puts.map(paired)), [])
        assert.deepStrictEqual(yield* fingerprint(owner.tenant.customer_id), before)
      })
    )

    it.effect("id in a body or a query is an unknown id, to the byte, and nothing of it changes", () =>
      Effect.gen(function* () {
        const { owner, stranger } = yield* Neighbours
        const before = yield* fingerprint(owner.tenant.customer_id)
        const pairs = operations.flatMap((operation) => [
          ...inBody(operation, owner, stranger),
          ...inQuery(operation, owner, stranger)
        ])
        assert.isAbove(pairs.length, 20)
        assert.deepStrictEqual(yield* differences(pairs), [])
        assert.deepStrictEqual(yield* fingerprint(owner.tenant.customer_id), before)
      })
    )

    it.effect("users are nobody's one knows", () =>
      Effect.gen(function* () {
        const { owner, stranger } = yield* Neighbours
        const { call } = stranger.tenant
        for (const path of ["/buddies", "/eggs", "/events"]) {
          const { body } = yield* call("GET", `${path}?user_id=${owner.user_id}`)
          assert.deepStrictEqual(body.data, [], path)
        }
        const ofUser = `/customers/me/users/${owner.user_id}`
        assert.isFalse((yield* call("GET", `${ofUser}/summary`)).body.exists)
        const before = yield* fingerprint(owner.tenant.customer_id)
        assert.strictEqual((yield* call("DELETE", `${ofUser}/data`)).status, 204)
        const copying = (yield* call("POST", `${ofUser}/export`)).body.operation_id
        const { result } = yield* ended(call, copying)
        const copy = (yield* call("GET", `/customers/me/exports/${result.export_id}`)).text
        assert.match(copy, /^{"table":"user_exports",[^\n]*\n$/)
        assert.deepStrictEqual(yield* fingerprint(owner.tenant.customer_id), before)
        const session = { buddy_id: stranger.buddy_id, user_id: owner.user_id }
        assert.strictEqual((yield* call("POST", "/widget-sessions", session)).status, 404)
      })
    )

    it.effect("cursor opens no list", () =>
      Effect.gen(function* () {
        const { owner, send, stranger } = yield* Neighbours
        const cursorLists = lists.filter(({ query }) => query.some(({ name }) => name === "cursor"))
        let tried = 0
        for (const operation of cursorLists) {
          const first = own(owner, operation)
          const { json } = yield* send({ ...first, path: `${first.path}?limit=1` })
          const body = json as {
            readonly pagination?: { nextCursor: string | null }
            readonly nextCursor?: string | null
          }
          const cursor = body.pagination?.nextCursor ?? body.nextCursor ?? null
          if (cursor === null) continue
          tried += 1
          const mine = own(stranger, operation)
          const answer = yield* send({ ...mine, path: `${mine.path}?limit=1&cursor=${encodeURIComponent(cursor)}` })
          assert.strictEqual(answer.status, 400, `${operation.key}: ${answer.text}`)
          const cut = yield* send({ ...first, path: `${first.path}?cursor=${encodeURIComponent(cursor.slice(0, -3))}` })
          assert.strictEqual(cut.status, 400, `${operation.key} with half a cursor: ${cut.text}`)
        }
        assert.isAtLeast(tried, 3)
      })
    )

    it.effect("event ids and Idempotency-Keys are free for oneself", () =>
      Effect.gen(function* () {
        const { owner, stranger } = yield* Neighbours
        const event_id = owner.ids.get("/events/{id}")!
        const paid = yield* stranger.tenant.call("POST", "/events", lesson(stranger.user_id, { event_id }))
        assert.strictEqual(paid.status, 200)
        assert.isNull(paid.headers.get("idempotency-replayed"))
        assert.isAbove(paid.body.effects.coins, 0)
        const headers = { "idempotency-key": "shared" }
        const label = { label: "k", mode: "test" }
        const first = yield* owner.tenant.call("POST", "/auth/api-keys", label, { headers })
        const second = yield* stranger.tenant.call("POST", "/auth/api-keys", label, { headers })
        assert.deepStrictEqual([first.status, second.status], [201, 201])
        assert.isNull(second.headers.get("idempotency-replayed"))
        assert.notStrictEqual(first.body.key, second.body.key)
      })
    )

    it.effect("ids were real all along: their owner is answered on every one of these routes", () =>
      Effect.gen(function* () {
        const { owner, send } = yield* Neighbours
        const unknown: Array<string> = []
        for (const operation of withIds.toSorted(inOrder)) {
          const { status, text } = yield* send(own(owner, operation))
          if (status === 404 || status >= 500 || status === 401) unknown.push(`${operation.key}: ${status} ${text}`)
        }
        assert.deepStrictEqual(unknown, [])
      })
    )
  }
)
