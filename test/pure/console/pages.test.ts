/** Addresses of the console, those that somebody made up among them. */
import { afterAll, assert, it, vi } from "vitest"
import { notificationKinds } from "../../../src/wire/Notification.ts"
import { read, sources } from "../../kit/house/SourceTree.ts"

// Named so that the compiler of the service does not follow it into what is compiled for browsers.
const shell: string = "../../../src/console/shell/pages.ts"

afterAll(() => {
  vi.unstubAllGlobals()
})

it("lead to a page, with what follows its name, or nowhere", async () => {
  const { pageOf } = (await import(shell)) as { pageOf: (path: string) => { rest: string } | undefined }
  assert.strictEqual(pageOf("/rules/coin-rules/caf%C3%A9")?.rest, "coin-rules/café")
  for (const path of ["/rules/%", "/rules/%E0%A4%A", "/keys/more", "/constructor", "/nowhere"])
    assert.isUndefined(pageOf(path), path)
})

it.each([
  ["/console", "/console/keys"],
  ["/tools/console/keys", "/tools/console/keys"],
  ["//console", "/console/keys"],
  ["///other.example//console/", "/other.example/console/keys"]
])("of a console at %s are below it, and never of another host", async (pathname, keys) => {
  vi.stubGlobal("location", { pathname, origin: "https://host.example" })
  // It looks once where it is, so each place gets one of its own.
  const place: string = `../../../src/console/core/place.ts?${encodeURIComponent(pathname)}`
  const { hrefOf } = (await import(place)) as { hrefOf: (path: string) => string }
  assert.strictEqual(hrefOf("/keys"), keys)
})

/** What the rest of the product says stands below the console. */
const ledTo = sources
  .filter((path) => !path.startsWith("src/console/"))
  .flatMap((path) => [...read(path).matchAll(/\}\/console(\/[\w/-]+)/g)].map(([, page = ""]) => page))

it("that notifications and refusals lead to have a page", async () => {
  const { pageOf } = (await import(shell)) as { pageOf: (path: string) => unknown }
  const kinds = Object.values(notificationKinds).map(({ page }) => page)
  assert.include(ledTo, "/publish")
  assert.deepStrictEqual(
    [...new Set([...kinds, ...ledTo])].filter((path) => pageOf(path) === undefined),
    []
  )
})
