/** The loader in a browser: which elements it mounts, how they live and end, and what it leaves alone. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { inPage, LoaderPages, shows, tells } from "../../kit/widgets/LoaderPages.ts"

const buddy = (id: string, more = "") =>
  `<div id="${id}" data-hatched-mount="buddy" data-embed-token="token-${id}" ${more}><p>Until then</p></div>`

/** Whether the page's own children of the mount are drawn. */
const seen = (id: string) => `document.querySelector("#${id} > p").checkVisibility()`

const mountCount = "Hatched.mounts.length"

layer(LoaderPages.layer, { excludeTestServices: true })("the loader", (it) => {
  it.effect("mounts what asks for it, whichever way the script is there", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      for (const script of ["async", "defer", 'type="module"']) {
        const { complaints, page: tab } = yield* page(buddy("a"), { script })
        yield* shows(tab, "#a", "BUDDY says héllo to token-a 1.2.3")
        yield* tells(tab, "ready document")
        yield* tells(tab, "loaded #a")
        assert.deepStrictEqual(complaints, [], script)
      }
    })
  )

  it.effect("shows the page's own children until there is something to show, and when there never is", () =>
    Effect.gen(function* () {
      const { page, root } = yield* LoaderPages
      const { page: tab } = yield* page(buddy("a"), { script: "async" })
      yield* shows(tab, "#a", "token-a")
      assert.isFalse(yield* inPage<boolean>(tab, seen("a")))
      const { page: without } = yield* page(buddy("b"), {
        headers: { "content-security-policy": `script-src ${root}/cdn/widget.js` }
      })
      yield* tells(without, "ready document")
      assert.isTrue(yield* inPage<boolean>(without, seen("b")))
    })
  )

  it.effect("mounts what comes later, keeps what is moved, and unmounts what is taken away", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(`<section id="one">${buddy("a")}</section><section id="two"></section>`)
      yield* shows(tab, "#a", "token-a")
      const id = yield* inPage(tab, "Hatched.mounts[0].id")
      yield* inPage(tab, `void two.append(a)`)
      yield* inPage(tab, `void one.insertAdjacentHTML("beforeend", ${JSON.stringify(buddy("b"))})`)
      yield* shows(tab, "#b", "token-b")
      assert.deepStrictEqual(yield* inPage(tab, "Hatched.mounts.map(({ id, element }) => [id, element.id])"), [
        [id, "a"],
        ["hatched-2", "b"]
      ])
      const listen = `document.addEventListener("hatched:unmounted", ({ detail }) => { window.farewell = detail })`
      yield* inPage(tab, `void ${listen}`)
      yield* inPage(tab, "void (window.gone = a, a.remove())")
      yield* Effect.promise(() => tab.waitForFunction("Hatched.mounts.length === 1"))
      assert.deepStrictEqual(yield* inPage(tab, "farewell"), { id, widget: "buddy" })
      assert.deepStrictEqual(yield* inPage(tab, "[...smallHosts].map(({ element }) => element.id)"), ["b"])
      // The same element once more is a mount of its own.
      yield* inPage(tab, "void two.append(gone)")
      yield* shows(tab, "#a", "token-a")
    })
  )

  it.effect("takes over what changes, and mounts anew when the widget does", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(buddy("a"))
      yield* shows(tab, "#a", "token-a")
      yield* inPage(tab, `void (a.dataset.embedToken = "another")`)
      yield* shows(tab, "#a", "to another")
      yield* inPage(tab, `void (a.dataset.pathKey = "basics")`)
      yield* shows(tab, "#a", "another basics")
      yield* inPage(tab, `void (a.dataset.theme = "dark")`)
      yield* shows(tab, "#a", "another basics dark")
      assert.strictEqual(yield* inPage(tab, "Hatched.mounts[0].id"), "hatched-1")
      yield* inPage(tab, `void (window.before = Hatched.mounts[0], a.dataset.hatchedMount = "path")`)
      yield* shows(tab, "#a", "PATH")
      assert.isFalse(yield* inPage<boolean>(tab, "Hatched.unmount(before)"))
      assert.deepStrictEqual(yield* inPage(tab, "Hatched.mounts.map(({ id, widget }) => [id, widget])"), [
        ["hatched-2", "path"]
      ])
      // A widget that does not exist takes the place as well: what stood there is not what the page asks for.
      yield* inPage(tab, `void (a.dataset.hatchedMount = "shop")`)
      yield* tells(tab, "error #a unknown_widget")
      assert.deepStrictEqual(yield* inPage(tab, "Hatched.mounts"), [])
      assert.isTrue(yield* inPage<boolean>(tab, seen("a")))
      yield* inPage(tab, `void (a.dataset.hatchedMount = "buddy")`)
      yield* shows(tab, "#a", "BUDDY")
      yield* inPage(tab, `void a.removeAttribute("data-hatched-mount")`)
      yield* Effect.promise(() => tab.waitForFunction("Hatched.mounts.length === 0"))
      assert.isTrue(yield* inPage<boolean>(tab, seen("a")))
    })
  )

  it.effect("says once what it does not know, and leaves that alone", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { complaints, page: tab } = yield* page(
        `<div id="a" data-hatched-mount="buddies"><p>Stays</p></div>${buddy("b")}`
      )
      yield* shows(tab, "#b", "token-b")
      yield* inPage(tab, "Hatched.scan().length")
      yield* tells(tab, "error #a unknown_widget")
      assert.deepStrictEqual(complaints, [
        `Hatchery: There is no widget "buddies": buddy, marketplace, leaderboard, path.`
      ])
      assert.isTrue(yield* inPage<boolean>(tab, seen("a")))
    })
  )

  it.effect("draws into a child where an element takes no shadow root, and gives the place back", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(
        `<a id="a" data-hatched-mount="buddy" data-embed-token="t">text <b>and more</b></a>`
      )
      yield* shows(tab, "#a", "BUDDY")
      assert.strictEqual(yield* inPage(tab, "[...a.children].map(({ tagName }) => tagName).join()"), "DIV")
      assert.isTrue(yield* inPage<boolean>(tab, `Hatched.unmount("#a")`))
      assert.strictEqual(yield* inPage(tab, "a.innerHTML"), "text <b>and more</b>")
      assert.isFalse(yield* inPage<boolean>(tab, `Hatched.unmount("#a")`))
    })
  )

  it.effect("follows mounts in shadow roots of the page", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(`<section id="host"></section>`)
      yield* tells(tab, "ready document")
      yield* inPage(
        tab,
        `void (window.inside = document.createElement("div"), host.attachShadow({ mode: "open" }).append(inside),
          inside.dataset.embedToken = "one", Hatched.mount(inside, { widget: "buddy" }))`
      )
      const says = (text: string) =>
        Effect.promise(() => tab.waitForFunction(`inside.shadowRoot?.textContent.includes("${text}")`))
      yield* says("to one")
      yield* inPage(tab, `void (inside.dataset.embedToken = "another")`)
      yield* says("to another")
      yield* inPage(tab, "void inside.remove()")
      yield* Effect.promise(() => tab.waitForFunction("Hatched.mounts.length === 0"))
    })
  )

  it.effect("is there once, however often its script is", () =>
    Effect.gen(function* () {
      const { page, root } = yield* LoaderPages
      const { complaints, page: tab } = yield* page(`${buddy("a")}<i id="Hatched"></i><i id="HatchedConfig"></i>`)
      yield* shows(tab, "#a", "token-a")
      yield* inPage(tab, "void (window.first = Hatched)")
      yield* Effect.promise(() => tab.addScriptTag({ url: `${root}/cdn/widget.js?again` }))
      assert.isTrue(yield* inPage<boolean>(tab, "window.first === Hatched"))
      assert.strictEqual(yield* inPage(tab, mountCount), 1)
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("leaves nothing behind: no mount, no host, no words of a widget", () =>
    Effect.gen(function* () {
      const { page } = yield* LoaderPages
      const { page: tab } = yield* page(buddy("a"), { head: `<script>HatchedConfig = { autoMount: false }</script>` })
      yield* tells(tab, "ready document")
      assert.strictEqual(yield* inPage(tab, mountCount), 0)
      yield* inPage(
        tab,
        `void (window.first = Hatched.mount("#a"), window.second = Hatched.mount(a, { theme: "dark" }))`
      )
      yield* shows(tab, "#a", "token-a dark")
      assert.isTrue(yield* inPage<boolean>(tab, "first === second && Hatched.mounts.length === 1"))
      yield* inPage(tab, "first.ready")
      yield* inPage(tab, "void first.unmount()")
      yield* tells(tab, "unmounted #a")
      assert.deepStrictEqual(yield* inPage(tab, "[Hatched.mounts.length, smallHosts.size]"), [0, 0])
      assert.strictEqual(yield* inPage(tab, "a.shadowRoot.textContent"), "")
      assert.isTrue(yield* inPage<boolean>(tab, seen("a")))
      // Nobody looks after the element any more.
      yield* inPage(tab, `void (a.dataset.embedToken = "other")`)
      yield* inPage(tab, "first.update({})")
      assert.strictEqual(yield* inPage(tab, "a.shadowRoot.textContent"), "")
    })
  )
})
