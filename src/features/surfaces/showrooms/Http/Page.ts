/** GET /showroom/...: some of a tenant's buddies, for anybody to look at. It works without a script. */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { Html, html, said } from "../../../../edge/pages/Html.ts"
import { missingPage, type Page, pageAnswer, type Preview, waitingPage } from "../../../../edge/pages/Frame.ts"
import { eachVisit } from "../../../../edge/pages/PublicAnswers.ts"
import { AppConfig } from "../../../../Config.ts"
import { OgImages } from "../../og-images/Service.ts"
import type { ShownBuddy } from "../Api/Public.ts"
import { shownIn } from "../Rules.ts"
import { brandingOf } from "../../../../wire/surfaces/Common.ts"
import { ownCoins, spokenIn } from "../../../../wire/surfaces/Spoken.ts"
import { type ShowroomWords, showroomWords } from "../Rules/Words.ts"
import { type OpenShowroom, OpenShowrooms } from "../Service/OpenShowrooms.ts"
import { ShowroomVisits } from "../Service/Visiting.ts"
import { pageUrl } from "../Store/Rows.ts"

/** For the table of routes: not part of the HttpApi. */
export const showroomPageRoutes = [{ method: "GET", path: "/showroom/:slug" }] as const

/** So many that all of them may be large; of more, small pictures are shown. */
const large_max = 12
const badges_max = 4
/** Above the fold, most likely: they are fetched at once. */
const eager_max = 4

interface Speaking {
  readonly words: ShowroomWords
  readonly counted: (words: string, n: number) => string
  readonly coins: (n: number) => string
}

const metals = new Set(["bronze", "silver", "gold", "platinum", "diamond"])

const chip = ({ label, tier }: ShownBuddy["badges"][number]) => {
  const metal = tier !== null && metals.has(tier.toLowerCase()) ? tier.toLowerCase() : "plain"
  return html`<li class="${metal}"><bdi>${label}</bdi></li>`
}

const badgesOf = ({ badges }: ShownBuddy, total: number, { counted, words }: Speaking) => {
  const more = total - badges_max
  const rest = html`<li class="more" title="${counted(words.more, more)}">+${more}</li>`
  return (
    badges.length > 0 &&
    html`<ul class="badges">
      ${badges.slice(0, badges_max).map(chip)}${more > 0 && rest}
    </ul>`
  )
}

const star = new Html("<i></i>")
const stars_max = 10
const starsOf = (level: number | null, { counted, words }: Speaking) =>
  level !== null &&
  level > 0 &&
  html`<span class="stars" role="img" aria-label="${counted(words.prestige, level)}"
    >${Array.from({ length: Math.min(level, stars_max) }, () => star)}</span
  >`

const figuresOf = ({ coins, streak }: ShownBuddy, { coins: purseOf, counted, words }: Speaking) => {
  const runs =
    streak !== null && streak.current > 0 && html`<span class="streak">${counted(words.streak, streak.current)}</span>`
  const purse = coins !== null && coins > 0 && html`<span class="coins"><bdi>${purseOf(coins)}</bdi></span>`
  return (runs || purse) && html`<p class="figures">${runs}${purse}</p>`
}

const stageOf = ({ prestige_level, stage_name }: ShownBuddy, speaking: Speaking) =>
  stage_name !== null && html`<p class="stage"><bdi>${stage_name}</bdi>${starsOf(prestige_level, speaking)}</p>`

const guest = (buddy: ShownBuddy, badges_total: number, index: number, isLarge: boolean, speaking: Speaking) => {
  const source = isLarge ? buddy.image_url : (buddy.thumb_url ?? buddy.image_url)
  const side = source === buddy.image_url ? 1_024 : 256
  const loading = index < eager_max ? "eager" : "lazy"
  return html`<li>
    <img src="${source}" alt="" width="${side}" height="${side}" loading="${loading}" decoding="async" />
    <div>
      <h2><bdi>${buddy.name}</bdi></h2>
      ${stageOf(buddy, speaking)}${
        buddy.tagline !== null && html`<p class="tagline"><bdi>${buddy.tagline}</bdi></p>`
      }${badgesOf(buddy, badges_total, speaking)}${figuresOf(buddy, speaking)}
    </div>
  </li>`
}

/** How many stand beside each other where there is room: so that no row is left with one or two. */
const widthOf = (count: number) => (count < 4 ? "few" : [5, 6, 9].includes(count) ? "thirds" : "")

const bodyOf = ({ buddies, content, tenant_name }: OpenShowroom, speaking: Speaking): Html => {
  const { cta, description, headline, name, show } = content
  const isLarge = buddies.length <= large_max
  const guests = buddies.map((buddy, index) =>
    guest(shownIn(show)(buddy), buddy.badges_total, index, isLarge, speaking)
  )
  const label = said(cta.label)
  const leads = label === null ? html`${speaking.words.go}` : html`<bdi>${label}</bdi>`
  const go = cta.url !== null && html`<a class="go" href="${cta.url}" rel="noopener">${leads}</a>`
  const nobody = html`<div class="nobody">
    <p class="egg" aria-hidden="true"></p>
    <p>${speaking.words.empty}</p>
  </div>`
  return html`<main class="showroom">
      <header>
        <p class="whose"><bdi>${tenant_name}</bdi></p>
        <h1><bdi>${said(headline) ?? name}</bdi></h1>
        ${said(description) !== null && html`<p class="intro"><bdi>${description}</bdi></p>`}${go}
      </header>
      ${
        guests.length === 0
          ? nobody
          : html`<ul class="guests ${widthOf(guests.length)}">
              ${guests}
            </ul>`
      }
    </main>
    <footer>
      <span><bdi>${tenant_name}</bdi></span>
    </footer>`
}

const lookOf = ({ content, theme }: OpenShowroom) => brandingOf(theme, content.branding)

const speakingIn = (language: string, words: ShowroomWords, own: OpenShowroom["coin_name"]): Speaking => {
  const numbers = new Intl.NumberFormat(language)
  const counted = (text: string, n: number) => text.replace("{n}", () => numbers.format(n))
  const coins = (n: number) => ownCoins(own, n, numbers.format(n)) ?? counted(n === 1 ? words.coin : words.coins, n)
  return { words, counted, coins }
}

export const pageOf = (showroom: OpenShowroom, preview: Preview, pictures: string): Page => {
  const { description, headline, listed, name } = showroom.content
  const { language, words } = spokenIn(showroomWords, showroom.language)
  return {
    title: `${said(headline) ?? name} · ${showroom.tenant_name}`,
    description: said(description),
    language,
    look: lookOf(showroom),
    depth: 1,
    is_listed: listed,
    pictures,
    preview,
    body: bodyOf(showroom, speakingIn(language, words, showroom.coin_name))
  }
}

const retry_after_seconds = 2

const bySlug = Effect.gen(function* () {
  const { publicUrl } = yield* AppConfig
  const showrooms = yield* OpenShowrooms
  const visits = yield* ShowroomVisits
  const ogImages = yield* OgImages
  // Pictures carry the name the service gives itself, which need not be the one a page was opened under.
  const { origin } = new URL(publicUrl)
  /** Written once for as long as the same is remembered, and once more when its picture is there. */
  const written = new WeakMap<OpenShowroom, { readonly image: string | null; readonly page: Page }>()

  const pageFor = Effect.fnUntraced(function* (showroom: OpenShowroom) {
    const { accent_color, mode } = lookOf(showroom)
    const { buddies, customer_id, tenant_name } = showroom
    // Its stars tell of stages.
    const sitters = showroom.content.show.stage ? buddies : buddies.map((one) => ({ ...one, prestige_level: 0 }))
    const image = yield* ogImages.url({ customer_id, kind: "showroom", buddies: sitters, accent_color, mode })
    const before = written.get(showroom)
    if (before !== undefined && before.image === image) return before.page
    const [first] = buddies
    const square = first === undefined ? null : { url: first.image_url, isWide: false }
    const preview = {
      url: pageUrl(publicUrl, showroom),
      site: tenant_name,
      image: image === null ? square : { url: image, isWide: true }
    }
    const page = pageOf(showroom, preview, origin)
    written.set(showroom, { image, page })
    return page
  })

  return Effect.gen(function* () {
    const { slug = "" } = yield* HttpRouter.params
    const found = yield* showrooms.find(slug)
    if (Option.isNone(found)) return yield* missingPage(1)
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const k = new URLSearchParams(url.split("?")[1]).get("k")
    yield* eachVisit((user_agent) => visits.note(found.value, { user_agent, k }))
    return yield* pageAnswer(yield* pageFor(found.value))
  }).pipe(Effect.catchTag("ServiceUnavailable", () => waitingPage(1, retry_after_seconds)))
})

export const ShowroomPages = HttpRouter.use(
  Effect.fn(function* (router) {
    yield* router.add("GET", showroomPageRoutes[0].path, yield* bySlug)
  })
).pipe(Layer.provide([OpenShowrooms.layer, ShowroomVisits.layer, OgImages.layer]))
