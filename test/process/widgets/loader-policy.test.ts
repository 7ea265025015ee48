/** The loader on pages that allow next to nothing, and what pages can do with it from code. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../kit/service/TestApp.ts"
import { inPage, LoaderPages, shows, tells } from "../../kit/widgets/LoaderPages.ts"

const body = `<div id="a" data-hatched-mount="buddy" data-embed-token="t"></div>
  <div id="b" data-hatched-mount="path" data-embed-token="t"></div>`

layer(LoaderPages.layer, { excludeTestServices: true })("pages", (it) => {
  it.effect("of the strictest policies show widgets, and forbid nothing they do", () =>
    Effect.gen(function* () {
      const { page, root } = yield* LoaderPages
      const sources = `script-src ${root}; connect-src ${root}; img-src ${root}`
      const policies = [
        { policy: `default-src 'none'; ${sources}`, script: "async" },
        {
          policy: `default-src 'none'; ${sources}; require-trusted-types-for 'script'; trusted-types 'none'`,
          script: ""
        },
        {
          policy: `default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; connect-src ${root}; img-src ${root}`,
          script: 'async nonce="abc"'
        }
      ]
      for (const { policy, script } of policies) {
        const { complaints, page: tab } = yield* page(body, { script, headers: { "content-security-policy": policy } })
        yield* shows(tab, "#a", "BUDDY")
        yield* shows(tab, "#b", "PATH")
        assert.deepStrictEqual(complaints, [], policy)
      }
    })
  )

  it.effect("that pin a build check it, and ask for files of no other", () =>
    Effect.gen(function* () {
      const { page, root } = yield* LoaderPages
      const { call } = yield* TestApp
      const { build, loader } = (yield* call("GET", "root:/cdn/manifest.json")).body
      const pinned = (integrity: string) =>
        `<script defer crossorigin integrity="${integrity}" src="${root}${loader.path}"></script>`
      const { page: tab, requests } = yield* page(body + pinned(loader.integrity), { script: 'type="text/plain"' })
      yield* shows(tab, "#a", "BUDDY")
      const files = requests.filter((url) => url.includes("/cdn/"))
      assert.isAbove(files.length, 3)
      assert.deepStrictEqual(
        files.filter((url) => !url.startsWith(`${root}/cdn/${build}/`)),
        []
      )
      const { complaints } = yield* page(body + pinned(`sha384-${"A".repeat(64)}`), { script: 'type="text/plain"' })
      assert.match(complaints.join(), /integrity/)
    })
  )

  it.effect("can follow and steer every mount from code", () =>
    Effect.gen(function* () {
      const { page, root } = yield* LoaderPages
      const { page: tab } = yield* page(`<div id="a"></div><div id="b"></div><table id="c"></table>`)
      yield* tells(tab, "ready document")
      yield* inPage(
        tab,
        `void (window.heard = [],
          window.off = Hatched.on("loaded", ({ widget }, { id }) => heard.push([widget, id].join(" "))))`
      )
      yield* inPage(tab, `Hatched.mount("#a", { widget: "path", token: "t", pathKey: "one", theme: "light" }).ready`)
      yield* shows(tab, "#a", "PATH says héllo to t one light")
      yield* inPage(tab, `void Hatched.mounts[0].update({ pathKey: "two" })`)
      yield* shows(tab, "#a", "to t two light")
      assert.deepStrictEqual(yield* inPage(tab, "heard"), ["path a", "path a"])
      yield* inPage(tab, "void (off(), Hatched.refresh())")
      yield* inPage(tab, `new Promise((resolve) => Hatched.on("ready", resolve))`)
      assert.deepStrictEqual(yield* inPage(tab, "heard"), ["path a", "path a"])
      assert.deepStrictEqual(yield* inPage(tab, `Hatched.track("lesson.completed", { score: 9 }, { eventId: "e1" })`), {
        event: { type: "lesson.completed", properties: { score: 9 }, eventId: "e1" },
        apiBase: `${root}/api/v1`
      })
      const refused = (code: string) => inPage(tab, `(() => { try { ${code} } catch (error) { return error.name } })()`)
      assert.strictEqual(yield* refused(`Hatched.mount("#nowhere", { widget: "path" })`), "TypeError")
      assert.strictEqual(yield* refused(`Hatched.mount("#b", { widget: "shop" })`), "TypeError")
      yield* tells(tab, "error #b unknown_widget")
      assert.strictEqual(yield* inPage(tab, "Object.isFrozen(Hatched) && Hatched.version"), "1.2.3")
      assert.strictEqual(yield* inPage(tab, "document.cookie + localStorage.length + sessionStorage.length"), "00")
    })
  )

  it.effect("whose listener throws keep their widgets", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { complaints, page: tab } = yield* page(
        `<div id="a" data-hatched-mount="buddy" data-embed-token="t" data-api-base="http://[nonsense"></div>
        <script>
          const fail = () => { throw new Error("of the page") }
          addEventListener("hatched:ready", () => Hatched.on("loaded", fail))
        </script>`
      )
      yield* shows(tab, "#a", "BUDDY")
      yield* tells(tab, "loaded #a")
      assert.deepStrictEqual(complaints, ["of the page"])
    })
  )
})
