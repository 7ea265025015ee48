/** The console's shell: the same page at every address below it, which loads its own build and nothing else. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { partsOf, shellOf, type ShellFile } from "../../../src/features/surfaces/console/Rules.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const file = (name: string, text = ""): readonly [string, ShellFile] => [name, { name, text, integrity: `of-${name}` }]

/** A page, when somebody goes there. */
const later = `${"import"}("./console-home.js")`

const files = new Map([
  file("console.css"),
  file("console.js", 'import{a}from"./console-part-A.js";import"./console-part-B.js";' + later),
  file("console-part-A.js", 'import{b}from"./console-part-B.js";import{c}from"./console-part-C.js"'),
  file("console-part-B.js"),
  file("console-part-C.js", 'import{a}from"./console-part-A.js"'),
  file("console-home.js", 'import{a}from"./console-part-D.js"')
])

describe("the shell", () => {
  it("begins with the parts its script begins with, and with theirs, but with no page", () => {
    assert.deepStrictEqual(partsOf(files), ["console-part-A.js", "console-part-B.js", "console-part-C.js"])
  })

  it("finds its files from every depth, and names what their bytes are known by", () => {
    const start = (path: string) =>
      /<script type="module" src="([^"]*)" integrity="([^"]*)"/.exec(shellOf("b1", files, path))
    assert.deepStrictEqual(start("/console")?.slice(1), ["cdn/b1/console.js", "of-console.js"])
    assert.strictEqual(start("/console/")?.[1], "../cdn/b1/console.js")
    assert.strictEqual(start("/console/rules/coin-rules")?.[1], "../../cdn/b1/console.js")
  })

  it("is no longer for an address that is", () => {
    const [short, long] = [12, 9_000].map((depth) => shellOf("b1", files, `/console${"/".repeat(depth)}`).length)
    assert.strictEqual(long, short)
  })
})

layer(TestApp.shared, { excludeTestServices: true })("the console's address", (it) => {
  it.effect("answers the shell at every path below it, under a policy of its own, and to GET alone", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const { body: manifest } = yield* call("GET", "root:/cdn/manifest.json")
      for (const path of ["/console", "/console/rules/coin-rules/new", "/console/no/such/page?x=1"]) {
        const { headers, status, text } = yield* call("GET", `root:${path}`)
        assert.deepStrictEqual([status, headers.get("cache-control")], [200, "no-cache"], path)
        const policy = headers.get("content-security-policy")!
        assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/)
        assert.include(policy, "frame-ancestors 'none'; require-trusted-types-for 'script'")
        for (const name of ["console.js", "console.css"]) {
          const listed = manifest.files.find((file: { readonly name: string }) => file.name === name)
          assert.include(text, `cdn/${manifest.build}/${name}" integrity="${listed?.integrity}"`, path)
        }
      }
      assert.strictEqual((yield* call("GET", "root:/consoles")).status, 404)
      assert.strictEqual((yield* call("POST", "root:/console")).status, 405)
      const style = yield* call("GET", `root:/cdn/${manifest.build}/console.css`)
      assert.strictEqual(style.headers.get("content-type"), "text/css; charset=utf-8")
    })
  )
})
