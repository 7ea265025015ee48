/** Debian's chromium, driven for tests of pages. It is one binary of the system: tests that need it fail without it. */
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { type BrowserContextOptions, chromium, type Page, type Request } from "playwright-core"

const executablePath = "/usr/bin/chromium"
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

const launch = Effect.promise(() => {
  if (!existsSync(executablePath)) {
    throw new Error(`There is no ${executablePath}. These tests drive it: apt-get install -y chromium`)
  }
  return chromium.launch({ executablePath, args: flags })
})

export interface Opened {
  readonly page: Page
  /** errors of the console, uncaught ones, requests without an answer and answers of 400 and above */
  readonly complaints: ReadonlyArray<string>
  /** everything the browser was sent, by address */
  readonly received: ReadonlyMap<string, string>
  /** bytes over the wire, headers included, of the page and its parts but not of its pictures */
  readonly weight: Promise<number>
}

const isPicture = (url: string) => /\.(png|svg)$/.test(url) || url.startsWith("data:")

/** Goes to `url` and waits until the page says it is ready: `data-ready` on its root. */
/** Of a request that ended with its page. */
const unknown = { requestBodySize: 0, requestHeadersSize: 0, responseBodySize: 0, responseHeadersSize: 0 }

const openPage = async (page: Page, url: string): Promise<Opened> => {
  const complaints: Array<string> = []
  const received = new Map<string, string>()
  const sizes: Array<ReturnType<Request["sizes"]>> = []
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
  page.on("pageerror", (error) => void complaints.push(error.message))
  page.on("requestfailed", (request) => void complaints.push(`${request.url()} ${request.failure()?.errorText}`))
  page.on("response", async (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
    if (isPicture(response.url())) return
    received.set(response.url(), await response.text().catch(() => ""))
  })
  page.on("requestfinished", (request) => {
    if (!isPicture(request.url()) && !request.url().includes("/api/")) sizes.push(request.sizes().catch(() => unknown))
  })
  await page.goto(url)
  await page.waitForSelector("html[data-ready]", { state: "attached" })
  const weight = Promise.all(sizes).then((all) =>
    all.reduce((sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0)
  )
  return { page, complaints, received, weight }
}

export interface Browser {
  open(url: string, options?: BrowserContextOptions): Effect.Effect<Opened>
  /** a visitor who has gone nowhere yet */
  visitor(options?: BrowserContextOptions): Effect.Effect<Page>
}

/** A browser until the scope closes; every page is a visitor of its own, at a desk unless told otherwise. */
export const browser = Effect.map(
  Effect.acquireRelease(launch, (running) => Effect.promise(() => running.close())),
  (running): Browser => {
    const visit = async (options: BrowserContextOptions) => {
      const context = await running.newContext({ viewport: { width: 1440, height: 900 }, ...options })
      return context.newPage()
    }
    return {
      open: (url, options = {}) => Effect.promise(async () => openPage(await visit(options), url)),
      visitor: (options = {}) => Effect.promise(() => visit(options))
    }
  }
)
