/** GET /hall-of-fame and below: the pages of halls of fame. They work without a script. */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { AppConfig } from "../../../../Config.ts"
import { missingPage, type Page, pageAnswer, type Preview } from "../../../../edge/pages/Frame.ts"
import { type Html, html } from "../../../../edge/pages/Html.ts"
import { defaultSettings, defaultWidgetTheme } from "../../../../wire/answers/Customer.ts"
import { spokenIn } from "../../../../wire/surfaces/Spoken.ts"
import { OgImages } from "../../og-images/Service.ts"
import type { PublicBuddy } from "../../public-buddies/Service.ts"
import { hallWords } from "../Rules/Words.ts"
import { type FrozenSeason, Halls, type IndexedHall, type OpenHall, type SeasonBest } from "../Service.ts"
import { about, crowned, podium, portrait, ranks, type Saying, winner } from "./Parts.ts"

/** For the table of routes: not part of the HttpApi. */
export const hallPageRoutes = [
  { method: "GET", path: "/hall-of-fame" },
  { method: "GET", path: "/hall-of-fame/:slug" },
  { method: "GET", path: "/hall-of-fame/:slug/:season" }
] as const

const [indexRoute, hallRoute, seasonRoute] = hallPageRoutes
const cards_on_page = 24
const on_podium = 3

interface Paged {
  readonly page: number
  readonly limit: number
  readonly total: number
}

/** Whatever else stands in the address is for others. */
const pageIn = (url: string): number => {
  const asked = /[?&]page=([1-9]\d{0,5})(?:&|$)/.exec(url)?.[1]
  return asked === undefined ? 1 : Number(asked)
}

const turning = ({ limit, page, total }: Paged, { words }: Saying): Html | null =>
  total <= limit
    ? null
    : html`<nav class="turning">
        ${page > 1 && html`<a rel="prev" href="?page=${page - 1}">${words.newer}</a>`}
        ${page * limit < total && html`<a rel="next" href="?page=${page + 1}">${words.older}</a>`}
      </nav>`

/** Nobody stands here yet. */
const emptied = (words: string): Html =>
  html`<div class="empty">
    <p class="egg" aria-hidden="true"></p>
    <p>${words}</p>
  </div>`

const card = (href: string, title: string, season: FrozenSeason, saying: Saying, below: Html): Html =>
  html`<li>
    <a class="card" href="${href}">
      ${portrait(season.champion?.buddy, 96)}
      <span>
        <span class="season"><bdi>${title}</bdi></span>
        <strong>${winner(season.champion, saying)}</strong>
        <span class="about">${below}</span>
      </span>
    </a>
  </li>`

const indexBody = (halls: ReadonlyArray<IndexedHall>, paged: Paged, saying: Saying): Html => {
  const { words } = saying
  const cards = halls.map(({ hall, latest }) =>
    card(
      `hall-of-fame/${hall.tenant_slug}`,
      hall.tenant_name,
      latest,
      saying,
      html`<span><bdi>${latest.name}</bdi></span>`
    )
  )
  return html`<main class="fame">
    <header>
      <h1>${words.hall}</h1>
      <p class="intro">${words.intro}</p>
    </header>
    ${
      cards.length === 0
        ? emptied(words.closed)
        : html`<ul class="cards">
            ${cards}
          </ul>`
    }
    ${turning(paged, saying)}
  </main>`
}

const hallBody = (hall: OpenHall, seasons: ReadonlyArray<FrozenSeason>, paged: Paged, saying: Saying): Html => {
  const { words } = saying
  const at = ({ season_id }: FrozenSeason) => `${hall.tenant_slug}/${season_id}`
  const newest = paged.page === 1 ? seasons[0] : undefined
  const rest = newest === undefined ? seasons : seasons.slice(1)
  return html`<main class="fame">
      <header>
        <p class="eyebrow">${words.hall}</p>
        <h1><bdi>${hall.tenant_name}</bdi></h1>
      </header>
      ${newest !== undefined && crowned(newest, at(newest), saying)} ${seasons.length === 0 && emptied(words.waiting)}
      ${
        rest.length > 0 &&
        html`<section>
          <h2>${words.seasons}</h2>
          <ul class="cards">
            ${rest.map((season) => card(at(season), season.name, season, saying, about(season, saying)))}
          </ul>
        </section>`
      }
      ${turning(paged, saying)}
    </main>
    <footer><a href="../hall-of-fame">${words.halls}</a></footer>`
}

const seasonBody = (hall: OpenHall, { season, tiers }: SeasonBest, saying: Saying): Html => {
  const { words } = saying
  const played = tiers.filter(({ entries }) => entries.length > 0)
  return html`<main class="fame">
      <header>
        <p class="eyebrow">
          <a href="../${hall.tenant_slug}">${words.hall} · <bdi>${hall.tenant_name}</bdi></a>
        </p>
        <h1><bdi>${season.name}</bdi></h1>
        <p class="about">${about(season, saying)}</p>
      </header>
      ${played.length === 0 && emptied(words.nobody)}
      ${played.map(({ entries, name }, at) => {
        const first = at === 0 || entries.length >= on_podium ? on_podium : 0
        const rest = entries.slice(first)
        return html`<section class="tier">
          <h2><bdi>${name}</bdi></h2>
          ${first > 0 && podium(entries.slice(0, first), saying)} ${rest.length > 0 && ranks(rest, saying)}
        </section>`
      })}
    </main>
    <footer><a href="../../hall-of-fame">${words.halls}</a></footer>`
}

const present = (buddies: ReadonlyArray<PublicBuddy | undefined>) => buddies.filter((buddy) => buddy !== undefined)

const serving = Effect.gen(function* () {
  const halls = yield* Halls
  const images = yield* OgImages
  const { publicUrl } = yield* AppConfig
  // Pictures carry the name the service gives itself, which need not be the one a page was opened under.
  const { origin: pictures } = new URL(publicUrl)

  const shown = Effect.fnUntraced(function* (
    hall: OpenHall,
    path: string,
    title: string,
    description: string,
    best: ReadonlyArray<PublicBuddy>
  ) {
    const { accent_color, mode } = hall.look
    const composed = yield* images.url({
      customer_id: hall.customer_id,
      kind: "hall_of_fame",
      buddies: best,
      accent_color,
      mode
    })
    const image = composed ?? best[0]?.image_url ?? null
    const preview: Preview = {
      url: `${publicUrl}/hall-of-fame/${path}`,
      site: hall.tenant_name,
      image: image === null ? null : { url: image, isWide: composed !== null }
    }
    return { title, description, look: hall.look, pictures, preview }
  })

  const index = Effect.gen(function* () {
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const saying = spokenIn(hallWords, defaultSettings.locale)
    const { data, meta } = yield* halls.index({ page: pageIn(url), limit: cards_on_page })
    const { language, words } = saying
    const body = indexBody(data, meta, saying)
    const look = defaultWidgetTheme
    return yield* pageAnswer({ title: words.hall, description: words.intro, language, look, depth: 0, pictures, body })
  })

  const hallPage = Effect.gen(function* () {
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const { slug = "" } = yield* HttpRouter.params
    const found = yield* halls.find(slug)
    if (Option.isNone(found)) return yield* missingPage(1)
    const hall = found.value
    const saying = spokenIn(hallWords, hall.language)
    const { data, meta } = yield* halls.seasons(hall, { page: pageIn(url), limit: cards_on_page })
    const best = present(data.slice(0, on_podium).map(({ champion }) => champion?.buddy))
    const title = `${saying.words.hall} · ${hall.tenant_name}`
    const page = yield* shown(hall, hall.tenant_slug, title, saying.words.intro, best)
    const body = hallBody(hall, data, meta, saying)
    return yield* pageAnswer({ ...page, language: saying.language, depth: 1, body } satisfies Page)
  })

  const seasonPage = Effect.gen(function* () {
    const { season: id = "", slug = "" } = yield* HttpRouter.params
    const found = yield* halls.find(slug)
    const best = Option.isNone(found) ? Option.none<SeasonBest>() : yield* halls.season(found.value, id)
    if (Option.isNone(found) || Option.isNone(best)) return yield* missingPage(2)
    const hall = found.value
    const { season, tiers } = best.value
    const saying = spokenIn(hallWords, hall.language)
    const highest = tiers.find(({ entries }) => entries.length > 0)?.entries ?? []
    const top = present(highest.slice(0, on_podium).map(({ buddy }) => buddy))
    const title = `${season.name} · ${hall.tenant_name}`
    const page = yield* shown(hall, `${hall.tenant_slug}/${season.season_id}`, title, saying.words.hall, top)
    const body = seasonBody(hall, best.value, saying)
    return yield* pageAnswer({ ...page, language: saying.language, depth: 2, body } satisfies Page)
  })
  return { index, hallPage, seasonPage }
})

export const HallPages = HttpRouter.use(
  Effect.fn(function* (router) {
    const { hallPage, index, seasonPage } = yield* serving
    yield* router.add("GET", indexRoute.path, index)
    yield* router.add("GET", hallRoute.path, hallPage)
    yield* router.add("GET", seasonRoute.path, seasonPage)
  })
).pipe(Layer.provide([Halls.layer, OgImages.layer]))
