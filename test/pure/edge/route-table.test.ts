/** Which routes a URL fits, found by length first: the same as looking through all of them. */
import { assert, describe, it } from "vitest"
import { Api } from "../../../src/Api.ts"
import { routesOf } from "../../../src/edge/RouteTable.ts"
import { limits } from "../../../src/wire/Limits.ts"

const raw = [
  { method: "*", path: "/hooks/*", body_bytes_max: 77_000 },
  { method: "GET", path: "/docs/*" },
  { method: "GET", path: "/docs/:page" },
  { method: "POST", path: "/docs/reset", body_bytes_max: 99_000 }
]
const table = routesOf(Api as unknown as Parameters<typeof routesOf>[0], raw)
const bytes = (method: string, url: string) => Number(table.bodyLimitOf(method, url))

describe("the table of routes", () => {
  it("knows every route by an address of its own, with its methods and the template of a GET", () => {
    assert.isAbove(table.all.length, 500)
    for (const { method, path } of table.all) {
      const url = `${path.replaceAll(/:[A-Za-z_]+/g, "some-0").replace("*", "a/b")}?q=/x/y`
      assert.include(table.methodsOf(url), method, path)
      const read = table.templateOf(url)
      if (method === "GET") assert.strictEqual(read?.split("/").length, path.split("/").length, path)
    }
  })

  it("knows none of an address that is longer, shorter or another", () => {
    for (const url of ["/api/v1/buddies/a/b/c/d/e", "/api/v1/nothing", "/", "", "/api"]) {
      assert.deepStrictEqual(table.methodsOf(url), [], url)
      assert.isUndefined(table.templateOf(url))
      assert.strictEqual(bytes("POST", url), limits.small_body_bytes_max)
    }
  })

  it("takes a star at the end for whatever is left, also for nothing", () => {
    for (const url of ["/hooks", "/hooks/", "/hooks/a", "/hooks/a/b/c?d"]) {
      assert.deepStrictEqual(table.methodsOf(url), ["*"], url)
      for (const method of ["GET", "POST", "PURGE"]) assert.strictEqual(bytes(method, url), 77_000, `${method} ${url}`)
    }
    assert.deepStrictEqual(table.methodsOf("/docs/reset"), ["GET", "POST"])
    assert.strictEqual(table.templateOf("/docs/reset"), "/docs/:page")
    assert.strictEqual(table.templateOf("/docs/reset/a"), "/docs/*")
  })

  it("takes the largest body any route of the method takes there, and of a GET a small one", () => {
    assert.strictEqual(bytes("POST", "/docs/reset"), 99_000)
    assert.strictEqual(bytes("GET", "/docs/reset"), limits.small_body_bytes_max)
    assert.strictEqual(bytes("POST", "/api/v1/events"), limits.body_bytes_max)
    assert.strictEqual(bytes("POST", "/api/v1/customers/me/teams/import"), limits.large_body_bytes_max)
  })
})
