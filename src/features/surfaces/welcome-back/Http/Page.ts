/**
 * GET /welcome-back: the page a link to come back by opens. Whose it is stands behind the `#`, which only its script
 * reads, so it is the same for everybody; the script fills it in, in the language of the browser.
 */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { AppConfig } from "../../../../Config.ts"
import { type Page, pageAnswer, waitingPage } from "../../../../edge/pages/Frame.ts"
import { html } from "../../../../edge/pages/Html.ts"
import { defaultWidgetTheme } from "../../../../wire/answers/Customer.ts"
import { Cdn, retry_after_seconds } from "../../cdn/Service.ts"
import { welcomeWords } from "../Rules/Words.ts"

/** For the table of routes: not part of the HttpApi. */
export const welcomePageRoutes = [{ method: "GET", path: "/welcome-back" }] as const

const { title, wait } = welcomeWords.en

const body = html`<main class="welcome" data-words="${JSON.stringify(welcomeWords)}">
  <div id="waiting" class="waiting">
    <p class="egg" aria-hidden="true"></p>
    <h1 id="heading">${title}</h1>
    <p id="said" class="intro" role="status">${wait}</p>
    <button type="button" id="again" hidden></button>
    <noscript><p class="intro">JavaScript shows who is waiting for you.</p></noscript>
  </div>
  <article id="shown" hidden></article>
</main>`

const pageOf = (script: string, pictures: string): Page => ({
  title,
  description: null,
  language: "en",
  look: defaultWidgetTheme,
  depth: 0,
  script,
  pictures,
  body
})

export const WelcomePages = HttpRouter.use(
  Effect.fn(function* (router) {
    const cdn = yield* Cdn
    // Pictures carry the name the service gives itself, which need not be the one a page was opened under.
    const { origin } = new URL((yield* AppConfig).publicUrl)
    const serve = Effect.gen(function* () {
      const { build } = yield* cdn.own
      return yield* pageAnswer(pageOf(`cdn/${build}/welcome.js`, origin))
    }).pipe(Effect.catchTag("ServiceUnavailable", () => waitingPage(0, retry_after_seconds)))
    yield* router.add("GET", welcomePageRoutes[0].path, serve)
  })
).pipe(Layer.provide(Cdn.layer))
