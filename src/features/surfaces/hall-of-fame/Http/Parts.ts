/** What pages of halls of fame are put together from. */
import { Html, html } from "../../../../edge/pages/Html.ts"
import { isTimeZone } from "../../../../wire/content/TimeZone.ts"
import type { Spoken } from "../../../../wire/surfaces/Spoken.ts"
import type { HallWords } from "../Rules/Words.ts"
import type { FrozenSeason, FrozenTier } from "../Service.ts"

export type Saying = Spoken<HallWords>
type Champion = FrozenSeason["champion"]
type Entry = FrozenTier["entries"][number]

const crown = new Html(
  '<svg class="crown" viewBox="0 0 64 44" aria-hidden="true">' +
    '<path d="M6 38 2 10l16 12L32 2l14 20 16-12-4 28z"/><circle cx="32" cy="29" r="4"/></svg>'
)

/** A face, or an egg where there is none to be shown. `size` in pixels, as it is laid out at most. */
export const portrait = (buddy: Entry["buddy"], size: number, isLarge = false): Html => {
  const source = buddy === undefined ? null : isLarge ? buddy.image_url : (buddy.thumb_url ?? buddy.image_url)
  return html`<span class="portrait"
    >${
      source === null
        ? html`<span class="egg" aria-hidden="true"></span>`
        : html`<img src="${source}" alt="" width="${size}" height="${size}" loading="${isLarge ? "eager" : "lazy"}" />`
    }</span
  >`
}

export const named = (buddy: Entry["buddy"], { words }: Saying): Html =>
  buddy === undefined ? html`<em class="unnamed">${words.hidden}</em>` : html`<bdi>${buddy.name}</bdi>`

const numberIn = (language: string, value: number) => new Intl.NumberFormat(language).format(value)

/** By the calendar that the season went by; its end is no part of it. */
const daysIn = (language: string, { ends_at, starts_at, timezone }: FrozenSeason): string =>
  new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeZone: isTimeZone(timezone) ? timezone : "UTC"
  }).formatRange(starts_at, ends_at.getTime() - 1)

/** From when to when, and how many played. */
export const about = (season: FrozenSeason, { language, words }: Saying): Html =>
  html`<span>${daysIn(language, season)}</span>
    <span>${words.players}: ${numberIn(language, season.participants)}</span>`

export const winner = (champion: Champion, saying: Saying): Html =>
  champion === null ? html`<em class="unnamed">${saying.words.nobody}</em>` : named(champion.buddy, saying)

/** The newest champion, as large as it deserves. */
export const crowned = (season: FrozenSeason, href: string, saying: Saying): Html =>
  html`<a class="crowned" href="${href}">
    <span class="stage">${crown}${portrait(season.champion?.buddy, 320, true)}</span>
    <span class="laurels">
      <span class="title">${saying.words.champion}</span>
      <strong>${winner(season.champion, saying)}</strong>
      <span class="season"><bdi>${season.name}</bdi></span>
      <span class="about">${about(season, saying)}</span>
    </span>
  </a>`

const score = ({ score: value }: Entry, { language, words }: Saying) =>
  html`<span class="score"><b>${numberIn(language, value)}</b> ${words.points}</span>`

const places = ["first", "second", "third"] as const

export const podium = (entries: ReadonlyArray<Entry>, saying: Saying): Html =>
  html`<ol class="podium">
    ${entries.map(
      (entry, at) =>
        html`<li class="${places[at]!}">
          ${at === 0 && crown}${portrait(entry.buddy, at === 0 ? 220 : 160, true)}
          <strong>${named(entry.buddy, saying)}</strong>
          ${score(entry, saying)}
          <span class="plinth">${numberIn(saying.language, entry.rank)}</span>
        </li>`
    )}
  </ol>`

export const ranks = (entries: ReadonlyArray<Entry>, saying: Saying): Html =>
  html`<ol class="ranks">
    ${entries.map(
      (entry) =>
        html`<li>
          <span class="rank">${numberIn(saying.language, entry.rank)}</span>
          ${portrait(entry.buddy, 48)}
          <strong>${named(entry.buddy, saying)}</strong>
          ${score(entry, saying)}
        </li>`
    )}
  </ol>`
