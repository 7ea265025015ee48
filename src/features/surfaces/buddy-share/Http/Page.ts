/** GET /p/...: the page about a shared buddy, and the way from there to its tenant. It works without a script. */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AppConfig } from "../../../../Config.ts"
import { missingPage, type Page, pageAnswer, type Preview } from "../../../../edge/pages/Frame.ts"
import { eachVisit } from "../../../../edge/pages/PublicAnswers.ts"
import { Html, html, said } from "../../../../edge/pages/Html.ts"
import type { ShareChannel } from "../../../../wire/surfaces/Sharing.ts"
import type { PublicBuddy } from "../../public-buddies/Service.ts"
import { Visits } from "../../visits/Service.ts"
import { channelOf } from "../Rules.ts"
import { ownCoins, type Spoken, spokenIn } from "../../../../wire/surfaces/Spoken.ts"
import { filled, isLong, type ShareWords, shareWords } from "../Rules/Words.ts"
import { type OpenShare, OpenShares } from "../Service/OpenShares.ts"

/** For the table of routes: not part of the HttpApi. */
export const sharePageRoutes = [
  { method: "GET", path: "/p/:code" },
  { method: "GET", path: "/p/:code/go" }
] as const

const tiers = new Set(["bronze", "silver", "gold", "platinum", "diamond"])

const badgeOf = ({ icon_url, label, tier }: NonNullable<PublicBuddy["badges"]>[number]) =>
  html`<li class="${tier !== null && tiers.has(tier) ? tier : "plain"}">
    ${icon_url === null ? html`<span class="medal" aria-hidden="true"></span>` : html`<img src="${icon_url}" alt="" />`}
    <bdi>${label}</bdi>
  </li>`

const badgesOf = ({ badges }: PublicBuddy, words: ShareWords) =>
  badges !== null &&
  badges.length > 0 &&
  html`<section>
    <h2>${words.badges}</h2>
    <ul class="badges">
      ${badges.map(badgeOf)}
    </ul>
  </section>`

/** What nobody would post is left out: nothing is nothing to be proud of. */
const skillsOf = (buddy: PublicBuddy, words: ShareWords) => {
  const skills = (buddy.skills ?? []).filter(({ level }) => level > 0)
  if (skills.length === 0) return false
  return html`<section>
    <h2>${words.skills}</h2>
    <ul class="skills">
      ${skills.map(
        ({ level, name }) => html`<li><bdi>${name}</bdi> <b>${filled(words.level, { count: level })}</b></li>`
      )}
    </ul>
  </section>`
}

const coinsOf = (coins: number, count: string, { coin_name }: OpenShare, words: ShareWords) =>
  ownCoins(coin_name, coins, count) ?? filled(coins === 1 ? words.coin : words.coins, { count })

const figuresOf = (share: OpenShare, { language, words }: Spoken<ShareWords>) => {
  const { coins, prestige_level, streak } = share.buddy
  const numbers = new Intl.NumberFormat(language)
  const counted = (text: string, count: number) => filled(text, { count: numbers.format(count) })
  const figures = [
    ...(prestige_level > 0 ? [counted(words.prestige, prestige_level)] : []),
    ...(streak !== null && streak.current > 0 ? [counted(words.streak, streak.current)] : []),
    ...(coins !== null && coins > 0 ? [coinsOf(coins, numbers.format(coins), share, words)] : [])
  ]
  return (
    figures.length > 0 &&
    html`<ul class="figures">
      ${figures.map((figure) => html`<li><bdi>${figure}</bdi></li>`)}
    </ul>`
  )
}

/** A name written the other way leaves our words where they are. */
const naming = (text: string, tenant_name: string): Html => {
  const [before = "", after = ""] = text.split("{tenant}")
  return html`${before}<bdi>${tenant_name}</bdi>${after}`
}

const labelOf = ({ settings: { cta_label }, tenant_name }: OpenShare, words: ShareWords): Html => {
  const own = said(cta_label)
  if (own !== null) return html`<bdi>${own}</bdi>`
  return tenant_name === null ? html`${words.more}` : naming(words.visit, tenant_name)
}

const bodyOf = (share: OpenShare, saying: Spoken<ShareWords>, channel: ShareChannel): Html => {
  const { words } = saying
  const { buddy, code, settings, tenant_name } = share
  const { image_url, name, stage_name, tagline } = buddy
  const way = channel === "other" ? "" : `?c=${channel}`
  return html`<main class="share">
      <figure class="photo">
        <img src="${image_url}" alt="${name}, ${stage_name}" width="512" height="512" fetchpriority="high" />
      </figure>
      <div class="facts">
        <p class="stage"><bdi>${stage_name}</bdi></p>
        <h1${isLong(name) ? new Html(' class="long"') : ""}><bdi>${name}</bdi></h1>
        ${tagline !== null && html`<p class="tagline"><bdi>${tagline}</bdi></p>`} ${figuresOf(share, saying)}
        ${badgesOf(buddy, words)} ${skillsOf(buddy, words)}
        ${
          settings.cta_url !== null &&
          html`<p><a class="cta" href="${code}/go${way}" rel="nofollow">${labelOf(share, words)}</a></p>`
        }
      </div>
    </main>
    ${tenant_name !== null && html`<footer><span>${naming(words.at, tenant_name)}</span></footer>`}`
}

const previewOf = ({ buddy, code, composed, tenant_name }: OpenShare, root: string): Preview => {
  const { image_url, name, stage_name } = buddy
  const title = `${name} · ${stage_name}`
  const image = { url: composed ?? image_url, isWide: composed !== null, alt: `${name}, ${stage_name}` }
  return { url: `${root}/p/${code}`, title, site: tenant_name, image }
}

const pageOf = (share: OpenShare, channel: ShareChannel, root: string): Page => {
  const saying = spokenIn(shareWords, share.language)
  const { language, words } = saying
  const { buddy, settings, tenant_name, theme } = share
  const { accent_color, name, stage_name, tagline } = buddy
  return {
    title: tenant_name === null ? `${name} · ${stage_name}` : `${name} · ${stage_name} · ${tenant_name}`,
    description: tagline ?? filled(words.card, { name, stage: stage_name }),
    language,
    look: { ...theme, accent_color: accent_color ?? theme.accent_color },
    depth: 1,
    is_listed: settings.listed,
    pictures: new URL(root).origin,
    preview: previewOf(share, root),
    body: bodyOf(share, saying, channel)
  }
}

/** Of one look at a buddy there are as many pages as ways to it, and as settings while that is remembered. */
const makePages = (root: string) => {
  const written = new WeakMap<PublicBuddy, Map<string, Page>>()
  return (share: OpenShare, channel: ShareChannel): Page => {
    const { buddy, code, coin_name, composed, language, settings, tenant_name, theme } = share
    const pages = written.get(buddy) ?? new Map<string, Page>()
    written.set(buddy, pages)
    const key = JSON.stringify([channel, code, coin_name, composed, language, settings, tenant_name, theme])
    const page = pages.get(key) ?? pageOf(share, channel, root)
    pages.set(key, page)
    return page
  }
}

const asked = Effect.gen(function* () {
  const { code = "" } = yield* HttpRouter.params
  const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
  const channel = channelOf(new URLSearchParams(url.split("?")[1] ?? "").get("c"))
  return { code, channel, isFollowed: method === "GET", user_agent: headers["user-agent"] }
})

export const SharePages = HttpRouter.use(
  Effect.fn(function* (router) {
    const open = yield* OpenShares
    const visits = yield* Visits
    const pageFor = makePages((yield* AppConfig).publicUrl)

    /** Nobody waits for it to be counted. */
    const count = Effect.fnUntraced(function* (
      { buddy_id, customer_id }: OpenShare,
      event: "viewed" | "cta_clicked",
      channel: ShareChannel,
      user_agent: string | undefined
    ) {
      const visitor = yield* visits.visitor(user_agent)
      if (visitor === undefined) return
      yield* visits.note({ customer_id, kind: "share", subject_id: buddy_id, event, channel, ...visitor })
    })
    const show = Effect.gen(function* () {
      const { channel, code } = yield* asked
      const found = yield* open.find(code)
      if (Option.isNone(found)) return yield* missingPage(1)
      yield* eachVisit((user_agent) => count(found.value, "viewed", channel, user_agent))
      return yield* pageAnswer(pageFor(found.value, channel))
    })
    const leave = Effect.gen(function* () {
      const { channel, code, isFollowed, user_agent } = yield* asked
      const found = yield* open.find(code)
      const url = Option.isNone(found) ? null : found.value.settings.cta_url
      if (Option.isNone(found) || url === null) return yield* missingPage(2)
      if (isFollowed) yield* count(found.value, "cta_clicked", channel, user_agent)
      const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }
      // As a header takes it: letters of every script are legal in what a tenant sends.
      return HttpServerResponse.redirect(new URL(url).href, { status: 302, headers })
    })
    yield* router.add("GET", sharePageRoutes[0].path, show)
    yield* router.add("GET", sharePageRoutes[1].path, leave)
  })
).pipe(Layer.provide([OpenShares.layer, Visits.layer]))
