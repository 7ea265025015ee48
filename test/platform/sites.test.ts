/** Reading what a tenant points at: what is taken of it, what is refused, and where nobody gets to. */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createSocket } from "node:net"
import { gzipSync } from "node:zlib"
import { AppConfig } from "../../src/Config.ts"
import { eventsIn, stackOf } from "../../src/platform/sites/Code.ts"
import { SiteFetcher } from "../../src/platform/sites/Fetcher.ts"
import { pageText } from "../../src/platform/sites/Html.ts"
import { GitHubApi, repoOf, SiteReader } from "../../src/platform/sites/Reader.ts"
import { NameResolver } from "../../src/platform/webhooks/EgressGuard.ts"

const html = (body: string) => ({ type: "text/html; charset=utf-8", body })
const home = `<!doctype html><html lang="en"><head><title>Lingo</title><script>track("never")</script>
  <meta name="description" content="Languages &amp; more"><style>p{}</style></head>
  <body><h1>Learn</h1><p>Complete a <b>lesson</b> every day.<ul><li>Pass quizzes</ul>
  <a href="/pricing">Prices</a><a href="/features.html#top">Features</a><a href="/product">Product</a>
  <a href="https://elsewhere.example.com/pricing">Else</a></body></html>`

type Answer = { readonly status?: number; readonly type?: string; readonly body?: string | Buffer; headers?: object }
const answers: Readonly<Record<string, (request: IncomingMessage) => Answer>> = {
  "/": () => html(home),
  "/pricing": () => html("<p>It costs little</p>"),
  "/features.html": () => html("<p>Help classmates</p>"),
  "/product": () => html("<p>never read</p>"),
  "/image": () => ({ type: "image/png", body: "x" }),
  "/empty": () => html("<script>all of it</script>"),
  "/large": () => html(`<p>${"x".repeat(1_100_000)}</p>`),
  "/bomb": () => ({
    type: "text/plain",
    body: gzipSync(Buffer.alloc(30_000_000, 120)),
    headers: { "content-encoding": "gzip" }
  }),
  "/hop/3": () => ({ status: 302, headers: { location: "/hop/2" } }),
  "/hop/2": () => ({ status: 302, headers: { location: "/hop/1" } }),
  "/hop/1": () => ({ status: 302, headers: { location: "/hop/0" } }),
  "/hop/0": () => ({ type: "text/plain", body: "arrived" }),
  "/hop/4": () => ({ status: 302, headers: { location: "/hop/3" } }),
  "/away": () => ({ status: 302, headers: { location: "ftp://127.0.0.1/secret" } }),
  "/busy": () => ({ status: 429 }),
  "/repos/acme/lingo": () => ({
    type: "application/json",
    body: JSON.stringify({ default_branch: "main", description: "Lingo", language: "Python" })
  }),
  "/repos/acme/lingo/git/trees/main?recursive=1": () => ({
    type: "application/json",
    body: JSON.stringify({
      tree: [
        { path: "requirements.txt", type: "blob", size: 20 },
        { path: "app/events.py", type: "blob", size: 200 },
        { path: "node_modules/x/events.js", type: "blob", size: 20 },
        { path: "app/tracking.js", type: "blob", size: 900_000 }
      ]
    })
  }),
  "/repos/acme/lingo/readme": () => ({ type: "text/plain", body: "# Lingo\nPupils complete lessons." }),
  "/repos/acme/lingo/contents/requirements.txt": () => ({ type: "text/plain", body: "Django==5" }),
  "/repos/acme/lingo/contents/app/events.py": ({ headers }) => ({
    type: "text/plain",
    body: `posthog.capture(user.id, "Lesson Completed")\n# ${headers.authorization}`
  }),
  "/repos/acme/private": () => ({ status: 404 }),
  "/repos/acme/limited": () => ({ status: 403 })
}

const serving = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly asked: Array<string>; close(): void }>((resume) => {
    const asked: Array<string> = []
    const server = createServer((request: IncomingMessage, response: ServerResponse) => {
      asked.push(request.url ?? "")
      const { body = "", headers = {}, status = 200, type } = answers[request.url ?? ""]?.(request) ?? { status: 404 }
      response.writeHead(status, { ...(type === undefined ? {} : { "content-type": type }), ...headers })
      response.end(body)
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() }))
    })
  }),
  (server) => Effect.sync(() => server.close())
)

/** The reader of a machine to try things on, with a GitHub of its own. */
const reading = <A, E>(
  use: (
    reader: SiteReader["Service"],
    server: { readonly url: string; readonly asked: ReadonlyArray<string> }
  ) => Effect.Effect<A, E>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* serving
      const settings = AppConfig.test({ onboardingAllowPrivate: true, githubToken: Redacted.make("token-42") })
      const layer = SiteReader.layer.pipe(Layer.provide([settings, Layer.succeed(GitHubApi, server.url)]))
      return yield* Effect.flatMap(SiteReader, (reader) => use(reader, server)).pipe(Effect.provide(layer))
    })
  )

it.live("takes what a page says, and of its other pages two of the same host", () =>
  reading((reader, { asked, url }) =>
    Effect.gen(function* () {
      const { language, text } = yield* reader.site(`${url}/`)
      assert.strictEqual(language, "en")
      const said = ["Lingo.", "Languages & more", "Learn.", "Complete a lesson every day.", "Pass quizzes."]
      assert.deepStrictEqual(text.split("\n"), [...said, "It costs little.", "Help classmates."])
      assert.deepStrictEqual(asked, ["/", "/pricing", "/features.html"])
    })
  )
)

it("what of a page goes on and on is read to a bound, wherever that falls", () => {
  const linesOf = (html: string) => pageText(html).text.split("\n")
  assert.lengthOf(linesOf("<p>a</p>".repeat(100_000)), 5_000)
  assert.lengthOf(linesOf(`${"<br>".repeat(9_998)}<p>near</p><p>far</p>`), 1)
  assert.lengthOf(linesOf(`<p>${"x".repeat(39_999)}</p><p>more</p><p>too much</p>`), 2)
  // One text is as long as it is; whoever keeps it bounds it.
  assert.lengthOf(pageText(`<p>${"x".repeat(500_000)}`).text, 500_001)
})

it.live("says why a site is not read", () =>
  reading((reader, { url }) =>
    Effect.gen(function* () {
      const reasons: Readonly<Record<string, string>> = {
        "/image": "not_text",
        "/empty": "empty",
        "/large": "too_large",
        "/bomb": "too_large",
        "/hop/4": "unreachable",
        "/away": "unreachable",
        "/busy": "limited",
        "/nowhere": "unreachable"
      }
      for (const [path, reason] of Object.entries(reasons)) {
        const { reason: told } = yield* Effect.flip(reader.site(url + path))
        assert.strictEqual(told, reason, path)
      }
      assert.strictEqual((yield* reader.site(`${url}/hop/3`)).text, "arrived")
    })
  )
)

it.live("reads of a repository its README, its stack and the events its code sends", () =>
  reading((reader, { asked }) =>
    Effect.gen(function* () {
      const read = yield* reader.repository("https://github.com/acme/lingo.git")
      assert.deepStrictEqual(read, {
        text: "Lingo\n# Lingo\nPupils complete lessons.",
        language: "Python",
        events: ["Lesson Completed"],
        stack: "django"
      })
      assert.isFalse(asked.some((path) => path.includes("node_modules") || path.includes("tracking.js")))
      for (const [name, reason] of [
        ["private", "unreachable"],
        ["limited", "limited"]
      ]) {
        const failed = yield* Effect.flip(reader.repository(`https://github.com/acme/${name}`))
        assert.strictEqual(failed.reason, reason)
      }
    })
  )
)

layer(
  SiteFetcher.layer.pipe(
    Layer.provide(AppConfig.test({ webhookAllowPrivate: true, publicUrl: "https://hatchery.example.com" })),
    Layer.provide(Layer.succeed(NameResolver, (_, done) => done(null, [{ address: "127.0.0.1", family: 4 }])))
  ),
  { excludeTestServices: true }
)("a machine of strangers", (it) => {
  it.effect("reaches no private address, whatever webhooks may reach and whatever a name resolves to", () =>
    Effect.gen(function* () {
      const fetcher = yield* SiteFetcher
      let calls = 0
      const inner = createSocket((socket) => {
        calls++
        socket.destroy()
      })
      yield* Effect.callback<void>((resume) => void inner.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const { port } = inner.address() as AddressInfo
      const options = { types: /./ }
      const budget = { bytes_left: 1_000, until: Number.MAX_SAFE_INTEGER }
      const hostile = [`https://inner.example.com:${port}/`, `https://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`]
      for (const url of hostile) {
        assert.strictEqual((yield* Effect.flip(fetcher.get(url, budget, options))).reason, "unreachable", url)
      }
      inner.close()
      assert.strictEqual(calls, 0)
    })
  )

  it.effect("refuses by its text what no public site is called, and itself", () =>
    Effect.gen(function* () {
      const { refuses } = yield* SiteFetcher
      const bad = [
        "http://example.com",
        "https://localhost",
        "https://10.0.0.1",
        "https://[::1]/",
        "https://0x7f000001/",
        "https://metadata.google.internal/",
        "https://ada:secret@example.com/",
        "https://example.com:5432/",
        "https://hatchery.example.com/api/v1/customers/me",
        "file:///etc/passwd",
        "nonsense"
      ]
      for (const url of bad) assert.isString(refuses(url), url)
      assert.isUndefined(refuses("https://example.com/features"))
    })
  )
})

it("knows GitHub's addresses of repositories and no others", () => {
  assert.deepStrictEqual(repoOf("https://github.com/acme/lingo/"), { owner: "acme", name: "lingo" })
  for (const url of [
    "http://github.com/acme/lingo",
    "https://github.com/acme",
    "https://github.com/acme/..",
    "https://github.com/acme/lingo/tree/main",
    "https://github.com.evil.example/acme/lingo",
    "https://gitlab.com/acme/lingo"
  ])
    assert.isUndefined(repoOf(url), url)
})

it("finds events as analytics libraries are called, and the stack in manifests", () => {
  const code = `
    analytics.track("Order Completed", { total: 3 }); posthog.capture('lesson_done')
    client.capture({ distinctId: id, event: 'signed_up' }); track(\`\${x}\`)
    capture(distinct_id="ada", event="paid")`
  assert.sameMembers([...eventsIn(code)], ["Order Completed", "lesson_done", "signed_up", "paid"])
  assert.strictEqual(stackOf([{ path: "package.json", text: '{"dependencies":{"next": "15"}}' }]), "nextjs")
  assert.strictEqual(stackOf([{ path: "api/App.csproj", text: "<Project>" }]), "dotnet")
  assert.isNull(stackOf([]))
})

it("reads broken pages in one pass", () => {
  for (const broken of ["<p", "<p>x<!-- ", "<script>", "<p>&#99999999;&bogus;", "<".repeat(50_000)]) pageText(broken)
  assert.strictEqual(pageText("<p>a &lt;b&gt; &#65;").text, "a <b> A.")
})
