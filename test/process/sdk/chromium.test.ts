/** The packed browser entry on a page of another origin, in a real browser. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { basename, join } from "node:path"
import { startTestService } from "hatchery/testing"
import { browser } from "../../kit/browser/Browser.ts"
import { emptyProject } from "../../kit/sdk/Project.ts"

const content = {
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ]
}

const page = (baseUrl: string, token: string, secret: string) => `<!doctype html><title>theirs</title>
<link rel="icon" href="data:,">
<script type="module">
  import { Hatchery, SecretKeyInBrowserError } from "/browser.js"
  const baseUrl = ${JSON.stringify(baseUrl)}
  const told = {}
  try {
    const hatchery = new Hatchery({ baseUrl, token: async () => ${JSON.stringify(token)} })
    const { data, requestId } = await hatchery.widgetRuntime.getBuddy().withResponse()
    told.name = data.buddy.name
    told.hasRequestId = typeof requestId === "string"
    const { effects } = await hatchery.widgetRuntime.createEvent({ eventId: "page-1", type: "lesson.completed" })
    told.coins = effects.coins
    told.code = await hatchery.widgetRuntime.getPath("nowhere").catch((error) => error.code)
    told.refused = await Promise.resolve()
      .then(() => new Hatchery({ baseUrl, apiKey: ${JSON.stringify(secret)} }))
      .catch((error) => error instanceof SecretKeyInBrowserError)
  } catch (error) {
    told.error = String(error)
  }
  document.title = JSON.stringify(told)
  document.documentElement.dataset.ready = ""
</script>`

const listening = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

it.live("reads, tracks and is refused, from another origin", () =>
  Effect.gen(function* () {
    const project = yield* Effect.acquireRelease(Effect.promise(emptyProject), ({ remove }) => Effect.promise(remove))
    const service = yield* Effect.acquireRelease(
      Effect.promise(() => startTestService({ clock: "real" })),
      ({ stop }) => Effect.promise(stop)
    )
    const session = yield* Effect.promise(async () => {
      const tenant = await service.tenant()
      await tenant.publish(content)
      const { buddy_id } = await tenant.hatch("ada")
      const wanted = { user_id: "ada", buddy_id, scopes: ["read", "events:track"] }
      const { body } = await tenant.call("POST", "/widget-sessions", wanted)
      return { token: body.token as string, name: (await tenant.buddy("ada")).name, secret: tenant.key }
    })
    const server = createServer(async ({ url = "/" }, response) => {
      if (url === "/") {
        response.setHeader("content-type", "text/html; charset=utf-8")
        response.end(page(service.baseUrl, session.token, session.secret))
        return
      }
      const file = join(project.folder, "node_modules/@hatchery/sdk/dist", basename(url))
      response.statusCode = existsSync(file) ? 200 : 404
      response.setHeader("content-type", "text/javascript")
      response.end(existsSync(file) ? await readFile(file) : "")
    })
    const origin = yield* Effect.acquireRelease(
      Effect.promise(() => listening(server)),
      () => Effect.sync(() => server.close())
    )
    const running = yield* browser
    const opened = yield* running.open(origin)
    const told: unknown = JSON.parse(yield* Effect.promise(() => opened.page.title()))
    assert.deepStrictEqual(told, {
      name: session.name,
      hasRequestId: true,
      coins: 10,
      code: "not_found",
      refused: true
    })
  }).pipe(Effect.scoped)
)
