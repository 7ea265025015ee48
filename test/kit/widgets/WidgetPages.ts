/**
 * A page with the real loader, core and widgets, whose service is answered by the test: for states a service is rarely
 * in, and for counting what is asked of it. Page and service are of different origins, under a strict policy.
 */
import { Context, Effect, Layer } from "effect"
import type { BrowserContextOptions, Page, Request, Route } from "playwright-core"
import { bundleWidgets } from "../../../src/features/surfaces/cdn/Service/Bundle.ts"
import { browser } from "../browser/Browser.ts"
import * as Answers from "./Answers.ts"
import * as Together from "./TogetherAnswers.ts"

const service = "http://service.test"
const policy = [
  "default-src 'none'",
  `script-src ${service}`,
  `connect-src ${service}`,
  `img-src ${service}`,
  "style-src 'nonce-page'",
  "require-trusted-types-for 'script'"
].join("; ")

export interface Reply {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** Undefined: as the well-filled buddy does. `"dead"`: no answer at all. */
export type Service = (asked: Asked) => Reply | "dead" | undefined

export interface Stage {
  readonly page: Page
  /** what the service was asked, in order; mutable, so that a test can begin to count */
  readonly asked: Array<Asked>
  /** how many requests have not been answered, nor given up */
  readonly underWay: () => number
  /** what the browser complains of, violations of the policy among it */
  readonly complaints: ReadonlyArray<string>
  /** waits until every mount has come to rest in this state */
  readonly rests: (state: string) => Promise<void>
  /** gives every mount this width; the page's policy lets no style attribute in */
  readonly widen: (px: number) => Promise<void>
}

export interface StageOptions extends BrowserContextOptions {
  readonly service?: Service
  readonly lang?: string
  /** `page.clock` can move time on, which also goes on by itself */
  readonly clock?: boolean
  readonly config?: Readonly<Record<string, unknown>>
  /** of the page, run before anything else of it */
  readonly before?: string
  /** whether a file of the build cannot be had, this time; its name with what follows it */
  readonly isMissing?: (file: string) => boolean
  /** whether a file of the build is for ever on its way */
  readonly isComing?: (file: string) => boolean
}

export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body: { error: { code, message: `It is ${code}.`, requestId: "request-7" } },
  headers
})

const usual = ({ method, path }: Asked): Reply => {
  const name = path.replace(/\?.*/, "")
  if (name === "/widget/events") return { body: { accepted: true, event_id: "e1", effects: Answers.effects } }
  if (method !== "GET") return refusal(404, "not_found")
  if (name.startsWith("/widget/path")) return { body: Answers.path }
  const known: Readonly<Record<string, unknown>> = {
    "/widget/config": Answers.config,
    "/widget/buddy": Answers.buddy,
    "/widget/marketplace": Answers.marketplace,
    "/widget/leaderboard": Answers.leaderboard,
    "/widget/campaigns": Together.campaigns,
    "/widget/community": Together.community
  }
  return { body: known[name] }
}

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
  "access-control-expose-headers": "etag, retry-after, idempotency-replayed"
}

const askedOf = (route: Route): Asked => {
  const request = route.request()
  const url = new URL(request.url())
  const body = request.postData()
  return {
    method: request.method(),
    path: url.pathname.replace("/api/v1", "") + url.search,
    token: (request.headers()["authorization"] ?? "").replace("Bearer ", ""),
    body: body === null ? {} : JSON.parse(body),
    headers: request.headers()
  }
}

/** What makes a mount, in HTML. */
export const mount = (widget: string, more = "") =>
  `<div data-hatched-mount="${widget}" data-embed-token="svc_ws_1" ${more}></div>`

/** The rule that pages are told to have, and mounts side by side. */
const style = `<style nonce="page">[data-hatched-mount]{display:block;min-height:320px}
  main{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:16px;align-items:start}
  .far{margin-top:5000px}</style>`

export class WidgetPages extends Context.Service<
  WidgetPages,
  { open(body: string, options?: StageOptions): Promise<Stage> }
>()("hatchery/test/WidgetPages") {
  static readonly layer = Layer.effect(
    WidgetPages,
    Effect.gen(function* () {
      const { visitor } = yield* browser
      const { files } = yield* Effect.promise(() => bundleWidgets({ version: "1.2.3" }))
      const scripts = new Map(files.map(({ bytes, name }) => [name, Buffer.from(bytes)]))
      const open = async (body: string, options: StageOptions = {}): Promise<Stage> => {
        const { before = "", clock = false, isComing, isMissing, lang = "en", service: answer, ...context } = options
        const page = await Effect.runPromise(visitor({ viewport: { width: 1400, height: 1200 }, ...context }))
        const asked: Array<Asked> = []
        const complaints: Array<string> = []
        const underWay = new Set<Request>()
        page.on("request", (request) => underWay.add(request))
        page.on("requestfinished", (request) => underWay.delete(request))
        page.on("requestfailed", (request) => underWay.delete(request))
        page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
        page.on("pageerror", (error) => void complaints.push(error.message))
        if (clock) await page.clock.install()
        await page.addInitScript(() => {
          const shifts: Array<number> = []
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) shifts.push((entry as unknown as { readonly value: number }).value)
          }).observe({ type: "layout-shift", buffered: true })
          Object.assign(window, { shifts })
        })
        await page.addInitScript(before)
        await page.route(`${service}/cdn/**`, (route) => {
          const { pathname, search } = new URL(route.request().url())
          const name = pathname.split("/").at(-1)!
          if (isComing?.(name) === true) return
          if (isMissing?.(name + search) === true) return route.fulfill({ status: 503, headers: cors })
          return route.fulfill({ contentType: "text/javascript", body: scripts.get(name) ?? "", headers: cors })
        })
        await page.route(`${service}/api/**`, (route) => {
          const request = askedOf(route)
          if (request.method === "OPTIONS") return route.fulfill({ status: 204, headers: cors })
          asked.push(request)
          const reply = answer?.(request) ?? usual(request)
          if (reply === "dead") return route.abort("connectionfailed")
          const { body, headers, status = 200 } = reply
          return route.fulfill({ status, json: body, headers: { ...cors, ...headers } })
        })
        await page.route("http://page.test/**", (route) =>
          route.fulfill({
            contentType: "text/html",
            headers: { "content-security-policy": policy },
            body: `<!doctype html><html lang="${lang}">
              <head><title>A page</title>${style}</head><body><main>${body}</main>
              <script async src="${service}/cdn/widget.js"></script></body></html>`
          })
        )
        await page.goto("http://page.test/")
        return {
          page,
          asked,
          underWay: () => underWay.size,
          complaints,
          widen: (px) =>
            page
              .locator("[data-hatched-mount]")
              .evaluateAll((all, width) => all.forEach((each) => Object.assign(each.style, { width })), `${px}px`),
          rests: async (state) => {
            const count = await page.locator("[data-hatched-mount]").count()
            await page
              .locator(`.widget[data-state=${state}]`)
              .nth(count - 1)
              .waitFor({ state: "attached" })
          }
        }
      }
      return WidgetPages.of({ open })
    })
  )
}
