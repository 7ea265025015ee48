/** Where the loader gets tokens from, in which order, when again, and for how many mounts at once. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { inPage, LoaderPages, shows, tells } from "../../kit/widgets/LoaderPages.ts"

const mount = (id: string, attributes: string, widget = "buddy") =>
  `<div id="${id}" data-hatched-mount="${widget}" ${attributes}></div>`

/** A page that counts what it is asked for, and answers with a new token each time. */
const counting = `<script>
  window.asked = []
  window.HatchedConfig = { fetchToken: ({ element, widget, buddyId, reason }) => {
    asked.push([element.id, widget, buddyId ?? "", reason].join(" "))
    return window.refuses ? null : "fetched-" + asked.length
  } }
</script>`

const asked = (page: Page) => inPage<ReadonlyArray<string>>(page, "asked")

/** As the core does, for the mount of that id. */
const ask = (page: Page, id: string, reason: string) =>
  inPage<string | null>(page, `[...smallHosts].find(({ element }) => element.id === "${id}").token("${reason}")`)

layer(LoaderPages.layer, { excludeTestServices: true })("tokens", (it) => {
  it.effect("of mounts with one source are asked for once, and again when they end", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(mount("a", "") + mount("b", "", "path"), { head: counting })
      yield* shows(tab, "#a", "fetched-1")
      yield* shows(tab, "#b", "fetched-1")
      const first = yield* asked(tab)
      assert.match(first.join(), /^(a buddy|b path)  missing$/)
      assert.strictEqual(yield* ask(tab, "a", "expiring"), "fetched-2")
      // The other one held the old token still: it is given the new one, and nobody is asked.
      assert.strictEqual(yield* ask(tab, "b", "rejected"), "fetched-2")
      assert.strictEqual(yield* ask(tab, "b", "rejected"), "fetched-3")
      assert.deepStrictEqual(yield* asked(tab), [...first, "a buddy  expiring", "b path  rejected"])
      yield* inPage(tab, "void (window.refuses = true)")
      assert.strictEqual(yield* ask(tab, "a", "missing"), "fetched-3")
      assert.strictEqual(yield* ask(tab, "a", "expiring"), "fetched-3")
      assert.isNull(yield* ask(tab, "a", "rejected"))
    })
  )

  it.effect("that are fixed come first, and are renewed by what stands behind them", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(
        mount("a", 'data-embed-token="fixed" data-buddy-id="b1"') + mount("b", 'data-embed-token="fixed"'),
        { head: counting }
      )
      yield* shows(tab, "#a", "fixed")
      assert.deepStrictEqual(yield* asked(tab), [])
      assert.strictEqual(yield* ask(tab, "a", "rejected"), "fetched-1")
      assert.deepStrictEqual(yield* asked(tab), ["a buddy b1 rejected"])
      // Of another buddy, so not the same source.
      assert.strictEqual(yield* ask(tab, "b", "missing"), "fixed")
      yield* inPage(tab, `void Hatched.mount("#a", { token: "optional" })`)
      yield* shows(tab, "#a", "optional")
    })
  )

  it.effect("that are fixed and alone cannot be renewed", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(mount("a", 'data-embed-token="fixed"') + mount("b", ""))
      yield* shows(tab, "#a", "fixed")
      yield* shows(tab, "#b", "no token")
      assert.isFalse(yield* inPage<boolean>(tab, "[...smallHosts][0].canRenew()"))
      assert.isNull(yield* ask(tab, "a", "rejected"))
      assert.isNull(yield* ask(tab, "a", "missing"))
    })
  )

  it.effect("come from an address of the page's own, with its cookies, and from no other", () =>
    Effect.gen(function* () {
      const { page, root, site } = yield* LoaderPages
      site.put("/token", JSON.stringify({ token: "from-address" }), { "content-type": "application/json" })
      const { page: tab, requests } = yield* page(
        mount("a", 'data-token-url="/token"') +
          mount("b", 'data-token-url="/token"', "path") +
          mount("c", `data-token-url="${root}/token"`) +
          mount("d", 'data-token-url="/nothing"')
      )
      yield* shows(tab, "#a", "from-address")
      yield* shows(tab, "#b", "from-address")
      yield* shows(tab, "#c", "no token")
      yield* shows(tab, "#d", "no token")
      yield* tells(tab, "error #c token_unavailable")
      yield* tells(tab, "error #d token_unavailable")
      assert.strictEqual(site.asked.filter((line) => line === "GET /token").length, 1)
      assert.isFalse(requests.includes(`${root}/token`))
    })
  )

  it.effect("are minted with a publishable key, one for each widget", () =>
    Effect.gen(function* () {
      const { page, root } = yield* LoaderPages
      const { call, tenant } = yield* TestApp
      const customer = yield* tenant({ mode: "live" })
      yield* publish(customer)
      const { buddy_id } = yield* hatch(customer, "ada")
      const wanted = { label: "page", permissions: ["embed_tokens:mint"] }
      const { body: key } = yield* customer.call("POST", "/auth/publishable-keys", wanted)
      const credentials = `data-publishable-key="${key.key}" data-buddy-id="${buddy_id}"`
      const { page: tab, requests } = yield* page(
        mount("a", credentials) + mount("b", credentials) + mount("c", 'data-publishable-key="pk" data-buddy-id="x"')
      )
      yield* shows(tab, "#a", "svc_et_")
      yield* shows(tab, "#b", "svc_et_")
      yield* tells(tab, "error #c unauthorized")
      // One for both mounts, and one for the key that is none.
      assert.strictEqual(requests.filter((url) => url === `${root}/api/v1/embed-tokens`).length, 2)
      const token = yield* ask(tab, "a", "missing")
      assert.strictEqual((yield* call("GET", "/widget/buddy", undefined, { key: token })).status, 200)
    })
  )

  it.effect("that never come leave no call behind when their mount goes", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(mount("a", ""), {
        head: `<script>HatchedConfig = { fetchToken: () => new Promise(() => (window.isAsked = true)) }</script>`
      })
      yield* Effect.promise(() => tab.waitForFunction("window.isAsked"))
      yield* inPage(tab, `void (window.waiting = [...smallHosts][0].token("missing"))`)
      yield* inPage(tab, "Hatched.unmount(a)")
      assert.isNull(yield* inPage(tab, "waiting"))
    })
  )

  it.effect("a function that throws is an error of its mount, and of nothing else", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      for (const body of [`throw new Error("not signed in")`, "return Promise.reject()"]) {
        const { page: tab } = yield* page(mount("a", "") + mount("b", 'data-embed-token="fixed"'), {
          head: `<script>HatchedConfig = { fetchToken: () => { ${body} } }</script>`
        })
        yield* tells(tab, "error #a token_unavailable")
        yield* shows(tab, "#a", "no token")
        yield* shows(tab, "#b", "fixed")
      }
    })
  )

  it.effect("a function that gives something else than a token is told so, and what is empty is none", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(mount("a", "") + mount("b", ""), {
        head: `<script>HatchedConfig = {
          fetchToken: ({ element }) => (element.id === "a" ? { token: "svc_ws_1" } : " ") }</script>`
      })
      yield* tells(tab, "error #a token_unavailable")
      yield* shows(tab, "#a", "no token")
      yield* shows(tab, "#b", "no token")
    })
  )
})
