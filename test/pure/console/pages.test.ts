/** Addresses of the console, those that somebody made up among them. */
import { afterAll, assert, beforeEach, it, vi } from "vitest"

// Named so that the compiler of the service does not follow it into what is compiled for browsers.
const shell: string = "../../../src/console/shell/pages.ts"

beforeEach(() => {
  vi.resetModules()
})

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
  const { hrefOf } = await import("../../../src/console/core/place.ts")
  assert.strictEqual(hrefOf("/keys"), keys)
})
