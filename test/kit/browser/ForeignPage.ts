/** Somebody's page: plain HTML on a server and an origin of its own, under whatever policy it likes. */
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import type { Browser } from "./Browser.ts"

export interface Site {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** what is served at a path from now on; `/` is the page */
  put(path: string, body: string, headers?: Readonly<Record<string, string>>): void
  /** requests the site was sent, as `GET /path` */
  readonly asked: ReadonlyArray<string>
}

/** A site until the scope closes. */
export const site = Effect.acquireRelease(
  Effect.promise(async () => {
    const files = new Map<string, { readonly body: string; readonly headers: Readonly<Record<string, string>> }>()
    // Asked for by every browser, of every site.
    files.set("/favicon.ico", { body: "", headers: {} })
    const asked: Array<string> = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const file = files.get(request.url ?? "/")
      response.writeHead(file === undefined ? 404 : 200, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        ...file?.headers
      })
      response.end(file?.body ?? "")
    })
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const made: Site = {
      origin: `http://127.0.0.1:${port}`,
      put: (path, body, headers = {}) => void files.set(path, { body, headers }),
      asked
    }
    return { ...made, server }
  }),
  ({ server }) =>
    Effect.promise(() => {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(resolve))
    })
)

export interface Visit {
  readonly page: Page
  /** what the page's policy forbade, and everything its console and its errors say */
  readonly complaints: ReadonlyArray<string>
  /** addresses the page asked for */
  readonly requests: ReadonlyArray<string>
}

/** Serves the HTML as the page of the site and goes there. */
export const visit = (
  { visitor }: Browser,
  { origin, put }: Site,
  html: string,
  headers: Readonly<Record<string, string>> = {}
): Effect.Effect<Visit> =>
  Effect.flatMap(visitor(), (page) =>
    Effect.promise(async () => {
      const complaints: Array<string> = []
      const requests: Array<string> = []
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text())
      })
      page.on("pageerror", (error) => void complaints.push(error.message))
      page.on("request", (request) => void requests.push(request.url()))
      await page.addInitScript(() => {
        const told: Array<string> = []
        Object.assign(window, { told })
        addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) =>
          console.error(`violates ${violatedDirective}: ${blockedURI}`)
        )
        for (const name of ["ready", "loaded", "error", "unmounted"]) {
          addEventListener(`hatched:${name}`, (event) => {
            const { target, detail } = event as CustomEvent<{ readonly code?: string } | undefined>
            const id = target instanceof Element ? `#${target.id}` : "document"
            told.push([name, id, ...(detail?.code === undefined ? [] : [detail.code])].join(" "))
          })
        }
      })
      put("/", html, headers)
      await page.goto(`${origin}/`)
      return { page, complaints, requests }
    })
  )
