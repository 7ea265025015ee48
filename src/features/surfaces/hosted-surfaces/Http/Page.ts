/** GET /s/...: the page players open. It shows who it is without a script; coming in takes one. */
import { Effect, Layer, Option } from "effect"
import { HttpRouter } from "effect/http"
import { Html, html, said } from "../../../../edge/pages/Html.ts"
import { missingPage, type Page, pageAnswer, waitingPage } from "../../../../edge/pages/Frame.ts"
import { AppConfig } from "../../../../Config.ts"
import { Cdn, retry_after_seconds } from "../../cdn/Service.ts"
import { brandingOf } from "../../../../wire/surfaces/Common.ts"
import { spokenIn } from "../../../../wire/surfaces/Spoken.ts"
import { filled, type PageWords, pageWords } from "../Rules/Words.ts"
import { type OpenSurface, OpenSurfaces } from "../Service/OpenSurfaces.ts"

/** For the table of routes: not part of the HttpApi. */
export const hostedPageRoutes = [{ method: "GET", path: "/s/:slug" }] as const

const link = (url: string | null, words: string) =>
  url !== null && html`<a href="${url}" rel="noopener"><bdi>${words}</bdi></a>`

const lookOf = ({ content, theme }: OpenSurface) => brandingOf(theme, content.branding)

/** What the script says later. */
const spoken = ({ archived, hatching, hello, offline, often, wrong }: PageWords) =>
  JSON.stringify({ archived, hatching, hello, offline, often, wrong })

const tab = (name: string, words: string, index: number) =>
  html`<button
    type="button"
    role="tab"
    id="tab-${name}"
    aria-controls="panel-${name}"
    aria-selected="${index === 0 ? "true" : "false"}"
    tabindex="${index === 0 ? 0 : -1}"
    data-module="${name}"
  >
    ${words}
  </button>`

const panel = (name: string, words: string, index: number) =>
  html`<div
    role="tabpanel"
    id="panel-${name}"
    aria-labelledby="tab-${name}"
    tabindex="0"
    ${index === 0 ? null : new Html(" hidden")}
  >
    <h2 class="visually-hidden">${words}</h2>
  </div>`

/** Of the page, and else of the workspace. */
const supportOf = ({ content, support_email }: OpenSurface): string | null =>
  content.support_url ?? (support_email === null ? null : `mailto:${support_email}`)

const footerOf = (surface: OpenSurface, words: PageWords): Html => {
  const { content, tenant_name, website_url } = surface
  const name = link(website_url, tenant_name) || html`<span><bdi>${tenant_name}</bdi></span>`
  return html`<footer>${name}${link(supportOf(surface), words.support)}${link(content.legal_url, words.legal)}</footer>`
}

const bodyOf = (surface: OpenSurface, words: PageWords): Html => {
  const { content, slug } = surface
  const { headline, intro, logo_url, modules, name } = content
  const logo = logo_url === null ? null : html`<img class="logo" src="${logo_url}" alt="${name}" />`
  return html`<main
      class="door"
      id="door"
      data-slug="${slug}"
      data-words="${spoken(words)}"
      data-mode="${lookOf(surface).mode}"
    >
      ${logo ?? html`<p class="egg" aria-hidden="true"></p>`}
      <h1><bdi>${said(headline) ?? filled(words.welcome, name)}</bdi></h1>
      ${said(intro) !== null && html`<p class="intro"><bdi>${intro}</bdi></p>`}
      <form novalidate>
        <label for="code">${words.code}</label>
        <input
          id="code"
          name="code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          maxlength="20"
          placeholder="•••-•••-•••"
          aria-describedby="said hint"
          required
        />
        <p class="said" id="said" role="alert"></p>
        <button type="submit">${words.enter}</button>
        <p class="hint" id="hint">${words.scan}</p>
        <noscript><p class="hint">${words.script}</p></noscript>
      </form>
    </main>
    <main class="room" id="room" hidden>
      <header>
        ${logo_url !== null && html`<img src="${logo_url}" alt="" />`}
        <h1 tabindex="-1"></h1>
        <button type="button" class="quiet" id="leave">${words.leave}</button>
      </header>
      <div role="tablist" aria-label="${name}" ${modules.length === 1 ? new Html(" hidden") : null}>
        ${modules.map((module, index) => tab(module, words.tabs[module], index))}
      </div>
      ${modules.map((module, index) => panel(module, words.tabs[module], index))}
    </main>
    ${footerOf(surface, words)}`
}

const pageOf = (surface: OpenSurface, script: string, pictures: string): Page => {
  const { language, words } = spokenIn(pageWords, surface.language)
  const { headline, intro, name } = surface.content
  return {
    title: said(headline) === null ? name : `${headline} · ${name}`,
    description: said(intro),
    language,
    look: lookOf(surface),
    depth: 1,
    script,
    pictures,
    body: bodyOf(surface, words)
  }
}

export const HostedPages = HttpRouter.use(
  Effect.fn(function* (router) {
    const open = yield* OpenSurfaces
    const cdn = yield* Cdn
    // Pictures carry the name the service gives itself, which need not be the one a page was opened under.
    const { origin } = new URL((yield* AppConfig).publicUrl)
    /** Written once for as long as the same is remembered; while a release comes in, another script may be named. */
    const written = new WeakMap<OpenSurface, { readonly script: string; readonly page: Page }>()
    const pageFor = (surface: OpenSurface, script: string): Page => {
      const before = written.get(surface)
      if (before !== undefined && before.script === script) return before.page
      const page = pageOf(surface, script, origin)
      written.set(surface, { script, page })
      return page
    }
    const serve = Effect.gen(function* () {
      const { slug = "" } = yield* HttpRouter.params
      const found = yield* open.find(slug)
      if (Option.isNone(found)) return yield* missingPage(1)
      const { build } = yield* cdn.own
      return yield* pageAnswer(pageFor(found.value, `cdn/${build}/hosted.js`))
    }).pipe(Effect.catchTag("ServiceUnavailable", () => waitingPage(1, retry_after_seconds)))
    yield* router.add("GET", hostedPageRoutes[0].path, serve)
  })
).pipe(Layer.provide([OpenSurfaces.layer, Cdn.layer]))
