/**
 * Pages and JSON for anybody are answered by the router or, for a moment after that, below it, and nobody can tell
 * which. A page of another origin asks the router each time.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { FrontDoor } from "../../src/edge/Server.ts"
import { CacheInvalidation } from "../../src/platform/cluster/CacheInvalidation.ts"
import { limits } from "../../src/wire/Limits.ts"
import { type Received, rawHttp, type Send } from "../kit/http/RawHttp.ts"
import { hatched } from "../kit/players/StoredBuddy.ts"
import { TestApp, type TestTenant } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"
import { planned } from "../kit/surfaces/Planned.ts"

const me = "/customers/me"
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

const published = Effect.fnUntraced(function* ({ call }: TestTenant, path: string) {
  const { body } = yield* call("POST", path, { name: "Open" })
  const id = body.showroom_id ?? body.hosted_surface_id
  assert.strictEqual((yield* call("POST", `${path}/${id}/publish`)).status, 200)
  return { slug: body.slug as string, path: `${path}/${id}` }
})

/** A buddy with a picture, and its rules, without hatching anything. */
const seen = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const { buddy_id } = yield* hatched(customer_id)
  yield* sql`UPDATE buddy_identities SET image_sha = ${"a".repeat(64)} WHERE customer_id = ${customer_id}::uuid`
  yield* sql`UPDATE customers SET active_config_version_id = v.config_version_id FROM config_versions AS v
    WHERE v.customer_id = customers.customer_id AND customers.customer_id = ${customer_id}::uuid`
  yield* planned(customer_id, "enterprise")
  return { buddy_id }
})

const stage = Effect.gen(function* () {
  const app = yield* TestApp
  const tenant = yield* app.tenant({ plan: "enterprise" })
  const { buddy_id } = yield* seen(tenant.customer_id)
  const { code } = (yield* tenant.call("POST", `/buddies/${buddy_id}/share`)).body as { readonly code: string }
  const showroom = yield* published(tenant, `${me}/showrooms`)
  const surface = yield* published(tenant, `${me}/hosted-surfaces`)
  const send = yield* rawHttp(app.baseUrl)
  const { server } = yield* FrontDoor
  let entries = 0
  const listen = () => void entries++
  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("request", listen)),
    () => Effect.sync(() => server.off("request", listen))
  )
  const pages = [`/p/${code}`, `/showroom/${showroom.slug}`, `/s/${surface.slug}`, "/hall-of-fame", "/welcome-back"]
  for (const path of pages)
    yield* until(
      "its script is packed",
      Effect.map(get(send, path), ({ status }) => status === 200)
    )
  const answers = [`b/${code}`, `showroom/${showroom.slug}`, `hosted-surfaces/${surface.slug}`, "share-index"]
  return {
    ...tenant,
    buddy_id,
    code,
    showroom,
    surface,
    send,
    pages,
    answers: answers.map((path) => `/api/v1/public/${path}`),
    /** what entered the router meanwhile */
    entering: <A>(work: Effect.Effect<A>) =>
      Effect.gen(function* () {
        const before = entries
        const result = yield* work
        return { result, entered: entries - before }
      })
  }
})

const get = (send: Send, path: string, headers: Readonly<Record<string, string>> = {}) =>
  send({ method: "GET", path, headers })

/** Without what differs between any two requests. */
const comparable = ({ headers, status, text }: Received) => {
  const { date: _, "keep-alive": _kept, "x-ratelimit-remaining": _left, "x-request-id": _id, ...rest } = headers
  const named = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1))
  return { status, headers: named, text }
}

const nobody = "00000000-0000-0000-0000-000000000000"

/** Whatever was kept is forgotten; all news are heard, which come to this node twice. */
const forgotten = Effect.gen(function* () {
  const { publish, subscribe } = yield* CacheInvalidation
  let heard = 0
  subscribe((change) => void (change._tag === "Page" && change.customer_id === nobody && heard++))
  yield* publish({ _tag: "Page", customer_id: nobody })
  yield* until(
    "the news",
    Effect.sync(() => heard === 2)
  )
})

const asked: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { "accept-encoding": "gzip" },
  { "accept-encoding": "gzip, deflate, br, zstd" },
  { "accept-encoding": "br;q=0, gzip;q=0.5" },
  { authorization: "Bearer nonsense", range: "bytes=0-9", "x-forwarded-host": "evil.example" },
  { accept: "application/xml", "accept-language": "ar", cookie: "a=b", "cache-control": "no-cache", dnt: "1" }
]

// Time stands still here: what is kept stays until somebody says that something has changed.
layer(TestApp.layer({}, "single"))("what anybody may read", (it) => {
  it.effect("is byte for byte the same from the router and from the door", () =>
    Effect.gen(function* () {
      const { answers, entering, pages, send } = yield* stage
      for (const path of [...pages, ...answers]) {
        for (const headers of asked) {
          const about = `${path} ${JSON.stringify(headers)}`
          yield* forgotten
          const routed = yield* entering(get(send, path, headers))
          const below = yield* entering(get(send, path, headers))
          assert.deepStrictEqual([routed.entered, below.entered], [1, 0], about)
          assert.strictEqual(below.result.status, 200)
          assert.deepStrictEqual(comparable(below.result), comparable(routed.result))
          assert.notInclude(below.result.text, "evil.example")
          const tag = { "if-none-match": `"other", W/${below.result.headers.etag}` }
          const known = yield* entering(get(send, path, { ...headers, ...tag }))
          yield* forgotten
          const known_routed = yield* entering(get(send, path, { ...headers, ...tag }))
          assert.deepStrictEqual([known.entered, known_routed.entered, known.result.text], [0, 1, ""], about)
          assert.strictEqual(known.result.status, 304)
          assert.deepStrictEqual(comparable(known.result), comparable(known_routed.result))
        }
      }
    })
  )

  it.effect("costs a crowd in front of one page one look, and each of it is counted once", () =>
    Effect.gen(function* () {
      const { code, customer_id, entering, send } = yield* stage
      const sql = yield* SqlClient.SqlClient
      const people = 400
      yield* forgotten
      const visit = (n: number) => get(send, `/p/${code}?c=x`, { "user-agent": `${firefox} ${n % people}` })
      const { entered } = yield* entering(
        Effect.forEach(
          Array.from({ length: 4 * people }, (_, n) => n),
          (n) => Effect.map(visit(n), ({ status }) => assert.strictEqual(status, 200)),
          { concurrency: 1 }
        )
      )
      assert.strictEqual(entered, 1)
      yield* until(
        "everybody is counted",
        Effect.map(
          sql`SELECT sum(visits)::int AS n FROM visit_counts WHERE customer_id = ${customer_id}::uuid`,
          ([counted]) => counted!["n"] === people
        )
      )
    })
  )

  it.effect("is gone at once when it is taken back, and not shown again before it is read again", () =>
    Effect.gen(function* () {
      const { buddy_id, call, code, entering, send, showroom, surface } = yield* stage
      const status = (path: string) => Effect.map(get(send, path), (answer) => answer.status)
      const doors = [`/p/${code}`, `/api/v1/public/b/${code}`]
      const see = (paths: ReadonlyArray<string>) => Effect.forEach(paths, status)
      for (const [change, back] of [
        [{ enabled: false }, { enabled: true }],
        [{ listed: true }, null]
      ] as const) {
        assert.deepStrictEqual(yield* see([...doors, ...doors]), [200, 200, 200, 200])
        assert.strictEqual((yield* call("PATCH", "/buddy-share/settings", change)).status, 200)
        const expected = back === null ? 200 : 404
        assert.deepStrictEqual(yield* see(doors), [expected, expected])
        if (back !== null) yield* call("PATCH", "/buddy-share/settings", back)
      }
      assert.isUndefined((yield* get(send, `/p/${code}`)).headers["x-robots-tag"])
      yield* forgotten
      assert.strictEqual((yield* entering(see([...doors, ...doors]))).entered, doors.length)
      assert.strictEqual((yield* call("PATCH", `/buddies/${buddy_id}/profile`, { is_private: true })).status, 200)
      assert.deepStrictEqual(yield* see(doors), [404, 404])
      assert.strictEqual((yield* call("PATCH", `/buddies/${buddy_id}/profile`, { is_private: false })).status, 200)
      assert.deepStrictEqual(yield* see(doors), [200, 200])
      assert.strictEqual((yield* call("DELETE", `/buddies/${buddy_id}/share`)).status, 204)
      assert.deepStrictEqual(yield* see(doors), [404, 404])
      for (const [{ path, slug }, at] of [
        [showroom, "showroom"],
        [surface, "s"]
      ] as const) {
        assert.deepStrictEqual(yield* see([`/${at}/${slug}`, `/${at}/${slug}`]), [200, 200])
        assert.strictEqual((yield* call("POST", `${path}/unpublish`)).status, 200)
        assert.strictEqual(yield* status(`/${at}/${slug}`), 404)
      }
    })
  )

  it.effect("says to whoever keeps it that other origins are answered otherwise", () =>
    Effect.gen(function* () {
      const { answers, entering, send } = yield* stage
      const [path = ""] = answers
      yield* forgotten
      const vary = /^accept-encoding, origin$/i
      assert.match((yield* get(send, path)).headers.vary ?? "", vary)
      const { entered, result } = yield* entering(get(send, path, { origin: "https://other.example" }))
      assert.strictEqual(entered, 1)
      assert.match(result.headers.vary ?? "", vary)
      assert.strictEqual(result.headers["access-control-allow-origin"], "https://other.example")
      assert.isUndefined((yield* get(send, path)).headers["access-control-allow-origin"])
    })
  )

  it.effect("is not kept of who asks for its headers alone, and whole for who asks next", () =>
    Effect.gen(function* () {
      const { answers, entering, pages, send } = yield* stage
      for (const path of [...pages, ...answers]) {
        yield* forgotten
        const asked = yield* entering(send({ method: "HEAD", path, headers: {} }))
        assert.deepStrictEqual([asked.entered, asked.result.status, asked.result.text], [1, 200, ""], path)
        const whole = yield* entering(get(send, path))
        assert.strictEqual(whole.entered, 1, path)
        assert.strictEqual(String(Buffer.byteLength(whole.result.text)), whole.result.headers["content-length"])
        assert.strictEqual(asked.result.headers.etag, whole.result.headers.etag)
        // What is kept by now is not sent along with headers.
        const again = yield* entering(send({ method: "HEAD", path, headers: {} }))
        assert.deepStrictEqual([again.entered, again.result.text], [1, ""], path)
      }
    })
  )

  it.effect("with a slash too many in its address leads to where its links hold", () =>
    Effect.gen(function* () {
      const { code, pages, send } = yield* stage
      for (const path of pages) {
        const slashed = yield* get(send, `${path}//?c=x&from=a?b`)
        assert.deepStrictEqual([slashed.status, slashed.headers["x-robots-tag"]], [301, "noindex"], path)
        const location = new URL(slashed.headers.location ?? "", `http://localhost${path}//?c=x&from=a?b`)
        assert.strictEqual(location.href, `http://localhost${path}?c=x&from=a?b`)
        for (const doubled of [path.replaceAll("/", "//"), `/${path}`, path.replace(/\/([^/]+)$/, "///$1")]) {
          const { headers, status } = yield* get(send, `${doubled}?c=x&from=a?b`)
          assert.strictEqual(status, 301, doubled)
          const led = new URL(headers.location ?? "", `http://localhost${doubled}?c=x&from=a?b`)
          assert.strictEqual(led.href, `http://localhost${path}?c=x&from=a?b`, doubled)
        }
      }
      const { headers } = yield* get(send, `//p/${code}/`)
      assert.strictEqual(new URL(headers.location ?? "", `http://localhost//p/${code}/`).host, "localhost")
      assert.strictEqual((yield* get(send, "/p/AAAAAAAAAAAAAAAA/")).status, 404)
    })
  )
})

layer(TestApp.layer({ trustProxy: 1 }, "single"))("an address that reads too often", (it) => {
  it.effect("is refused from the door as it is by the router, and others are not", () =>
    Effect.gen(function* () {
      const { code, entering, send } = yield* stage
      const from = (address: string) => get(send, `/p/${code}`, { "x-forwarded-for": address })
      yield* forgotten
      yield* from("192.0.2.1")
      const { entered } = yield* entering(
        Effect.forEach(Array.from({ length: limits.public_reads_per_second }), () => from("192.0.2.2"))
      )
      assert.strictEqual(entered, 0)
      const refused = yield* entering(from("192.0.2.2"))
      yield* forgotten
      const routed = yield* entering(from("192.0.2.2"))
      assert.deepStrictEqual([refused.entered, routed.entered, refused.result.status], [0, 1, 429])
      const [one, other] = [refused.result, routed.result].map(({ headers, status, text }) => {
        const { date: _, "keep-alive": _kept, "x-request-id": id, ...rest } = headers
        return { status, headers: rest, text: text.replaceAll(String(id), "<request id>") }
      })
      assert.deepStrictEqual(one, other)
      assert.strictEqual((yield* from("192.0.2.3")).status, 200)
    })
  )
})
