/** Debian's chromium, driven for tests of pages. It is one binary of the system: tests that need it fail without it. */
import { Effect } from "effect"
import { type Browser as Running, type BrowserContextOptions, chromium, type Page, type Request } from "playwright-core"
import { assert, onTestFinished, vi } from "vitest"
import { executable } from "./executable.ts"

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // each process of its own costs more than what it does for pages this small
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2"
]

/** What a page is waited for may take long on a busy machine, and only a test that fails waits to the end. */
const patience_ms = 150_000

/** What no locator waits for: calls a page has made, dialogs, what its script holds. */
export const eventually = <A>(assertion: () => A) => vi.waitFor(assertion, patience_ms)

let launched: Promise<Running> | undefined

/** One for every file of a worker, and gone with it: starting one costs more than most pages. */
const running = async (): Promise<Running> => {
  const before = await launched
  if (before?.isConnected() === true) return before
  return (launched = chromium.launch({ executablePath: executable(), args: flags }))
}

/** A page somebody forgot goes on drawing, and there is no graphics card: each ends with its test. */
const endsWithTest = (end: () => Promise<void>) => {
  try {
    onTestFinished(() => end().catch(() => undefined))
  } catch {
    // Opened for all tests of a file, it goes with the worker.
  }
}

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

/** Of a request that ended with its page. */
const unknown = { requestBodySize: 0, requestHeadersSize: 0, responseBodySize: 0, responseHeadersSize: 0 }

/** Goes to `url` and waits until the page says it is ready: `data-ready` on its root. */
const openPage = async (page: Page, url: string): Promise<Opened> => {
  const complaints: Array<string> = []
  const received = new Map<string, string>()
  const sizes: Array<ReturnType<Request["sizes"]>> = []
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
  page.on("pageerror", (error) => void complaints.push(error.message))
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText
    // A page may stop asking for what it shows no more.
    if (why !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${why}`)
  })
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
  /** a visitor who has gone nowhere yet; pictures of the service are looked for where it listens, if that is said */
  visitor(options?: BrowserContextOptions, service?: string): Effect.Effect<Page>
  /** somebody whose browser keeps what it may, and does not ask for every script of each page anew */
  regular(options: BrowserContextOptions, service: string): Effect.Effect<Page>
}

const visit = async (options: BrowserContextOptions) => {
  const context = await (await running()).newContext({ viewport: { width: 1440, height: 900 }, ...options })
  endsWithTest(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(patience_ms)
  return page
}

const prepared = new Set<string>()

/** A page asks no second time for a script that was refused, and on a busy machine widgets are made for long. */
const withWidgets = async (url: string) => {
  const { origin } = new URL(url)
  if (prepared.has(origin)) return
  const isUnderWay = async () => {
    const answer = await fetch(`${origin}/cdn/widget.js`).catch(() => undefined)
    await answer?.body?.cancel()
    return answer?.status === 503
  }
  await eventually(async () => assert.isFalse(await isUnderWay(), "the widgets are still made"))
  prepared.add(origin)
}

/** Pictures carry the public name of a service, which under test is nobody's address. */
const pictureOf = (page: Page, named: string, service: string) =>
  page.request.get(new URL(new URL(named).pathname, service).href).catch(() => undefined)

/** Whoever routes has its browser keep nothing. */
const withService = async (page: Page, url: string) => {
  await withWidgets(url)
  await page.route(/\/assets\/[0-9a-f]{64}\.png$/, async (route) => {
    const response = await pictureOf(page, route.request().url(), url)
    await (response === undefined ? route.abort() : route.fulfill({ response })).catch(() => undefined)
  })
  return page
}

/** The same past the driver, which leaves the browser what it keeps. */
const withKept = async (page: Page, url: string) => {
  await withWidgets(url)
  const devtools = await page.context().newCDPSession(page)
  const answer = async (requestId: string, named: string) => {
    const response = await pictureOf(page, named, url)
    if (response === undefined) return devtools.send("Fetch.failRequest", { requestId, errorReason: "Failed" })
    const responseHeaders = response.headersArray()
    const body = (await response.body()).toString("base64")
    return devtools.send("Fetch.fulfillRequest", { requestId, responseCode: response.status(), responseHeaders, body })
  }
  devtools.on(
    "Fetch.requestPaused",
    ({ request, requestId }) => void answer(requestId, request.url).catch(() => undefined)
  )
  await devtools.send("Fetch.enable", { patterns: [{ urlPattern: "*/assets/*.png" }] })
  return page
}

/** Every page is a visitor of its own, at a desk unless told otherwise, and leaves with its test. */
export const browser: Effect.Effect<Browser> = Effect.succeed({
  open: (url, options = {}) => Effect.promise(async () => openPage(await withService(await visit(options), url), url)),
  visitor: (options = {}, service) =>
    Effect.promise(async () => {
      const page = await visit(options)
      return service === undefined ? page : withService(page, service)
    }),
  regular: (options, service) => Effect.promise(async () => withKept(await visit(options), service))
})
