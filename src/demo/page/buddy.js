/** The buddy on stage and all it has. Draws what the service says, and animates what changed since. */
import { pictureOf } from "./api.js"
import { animate, byId, capital, count, fly, h, icon, isStill, number } from "./dom.js"
import { requirementInWords } from "./explain.js"

const tokenIcons = { xp: "xp", gem: "gem", ticket: "ticket" }
const iconOfToken = (token) => tokenIcons[token.system_token] ?? "token"

/** What is on show, by place: `coins`, `token:xp`, `skill:focus`, `badge:first_lesson`, `streak:daily`. */
const places = new Map()

/** Elements made once per buddy and config version, filled at every change. */
let drawnFor = ""

const tile = (place, name, label) => {
  const value = h("dd", {}, "0")
  const figure = icon(name)
  const extra = h("small", { "aria-hidden": "true" })
  const small = h("span", { class: "tally-item" }, icon(name), h("b", {}, "0"))
  places.set(place, {
    name,
    value,
    figure,
    extra,
    small: small.lastChild,
    smallFigure: small.firstChild,
    held: undefined
  })
  byId("tally").append(small)
  return h(
    "div",
    { class: `tile ${place === "coins" ? "tile-coins" : ""}`, "data-place": place },
    figure,
    h("dt", {}, label),
    value,
    extra
  )
}

const skillRow = ({ max_level, name, skill_key }) => {
  const level = h("span", { class: "level" }, "level 0")
  const bar = h("progress", { max: "1", value: "0", "aria-label": `${name}, way to the next level` })
  const points = h("span", { class: "fine points" })
  places.set(`skill:${skill_key}`, { level, bar, points, max_level, held: undefined })
  return h("li", {}, h("span", { class: "skill-name" }, name), level, bar, points)
}

/** Its own picture, or one drawn from its label; a secret shows what it is when it is earned. */
const badgePicture = ({ icon_url, label, tier }, isHidden) => {
  if (isHidden) return "demo/badges/plain-Secret.svg"
  if (icon_url !== null && icon_url !== undefined) return pictureOf(icon_url)
  return `demo/badges/${tier ?? "plain"}-${encodeURIComponent(label)}.svg`
}

const badgeItem = (badge) => {
  const times = h("b", { class: "times", hidden: true })
  const state = h("span", { class: "hidden" }, "not yet")
  const item = h(
    "li",
    { class: `badge ${badge.tier ?? "plain"}`, title: badge.description, "data-badge": badge.badge_key },
    h("img", { src: badgePicture(badge, badge.is_secret), alt: "", width: "46", height: "46" }),
    h("span", { class: "badge-name" }, badge.is_secret ? "Secret" : badge.label),
    times,
    state
  )
  places.set(`badge:${badge.badge_key}`, { item, times, state, badge, held: undefined })
  return item
}

const streakRow = ({ name, streak_key }) => {
  const days = h("b", {}, "0")
  const word = h("span", {}, "days")
  const detail = h("span", { class: "fine" })
  const row = h(
    "div",
    { class: "streak-row" },
    icon("flame"),
    h("p", {}, h("span", { class: "days" }, days, " ", word), h("span", {}, name ?? streak_key)),
    detail
  )
  places.set(`streak:${streak_key}`, { row, days, word, detail, held: undefined })
  return row
}

const build = (names) => {
  places.clear()
  byId("tally").replaceChildren()
  byId("tiles").replaceChildren(
    tile("coins", "coin", "Coins"),
    ...[...names.tokens.values()].map((token) =>
      tile(`token:${token.token_key}`, iconOfToken(token), token.name ?? capital(token.token_key))
    )
  )
  byId("streaks").replaceChildren(...[...names.rules.streak_rule.values()].map(streakRow))
  byId("skills").replaceChildren(...[...names.skills.values()].map(skillRow))
  const badges = [...names.rules.badge_definition.values()].filter(({ status }) => status === "active")
  byId("badges").replaceChildren(...badges.map(badgeItem))
}

const setCount = (place, value, isNew) => {
  const entry = places.get(place)
  if (entry === undefined) return
  const { extra, figure, held, name, small, smallFigure, value: shown } = entry
  count(shown, value)
  count(small, value)
  if (!isNew && held !== undefined && value > held) {
    extra.textContent = `+${number(value - held)}`
    animate(extra, "rise")
    fly(name, byId("portrait"), [figure, smallFigure], value - held)
  }
  entry.held = value
}

const thresholdOf = (curve, level) => {
  if (level <= 0) return 0
  if (curve.mode === "linear") return curve.base * level
  if (curve.mode === "quadratic") return curve.base * level * level
  if (curve.mode === "table") return curve.thresholds[level - 1] ?? 0
  return Math.ceil(curve.base * curve.factor ** (level - 1))
}

const setSkill = (skill_key, { level, next_level_points, points }, names, isNew) => {
  const entry = places.get(`skill:${skill_key}`)
  if (entry === undefined) return
  const start = thresholdOf(names.skills.get(skill_key).curve, level)
  entry.level.textContent = next_level_points === null ? `level ${level}, the top` : `level ${level}`
  entry.bar.value = next_level_points === null ? 1 : (points - start) / (next_level_points - start)
  entry.points.textContent =
    next_level_points === null ? number(points) : `${number(points)} / ${number(next_level_points)}`
  if (!isNew && entry.held !== undefined && points > entry.held.points) {
    animate(entry.bar, "glow")
    if (level > entry.held.level) animate(entry.level, "pop")
  }
  entry.held = { level, points }
}

const setBadge = (entry, owned, isNew) => {
  const times = owned?.times ?? 0
  const { badge, item, state } = entry
  item.classList.toggle("owned", times > 0)
  const isHidden = badge.is_secret && times === 0
  item.querySelector(".badge-name").textContent = isHidden ? "Secret" : badge.label
  const picture = item.querySelector("img")
  const source = badgePicture(badge, isHidden)
  if (picture.getAttribute("src") !== source) picture.setAttribute("src", source)
  item.title = isHidden ? "It shows itself when it is earned." : badge.description
  entry.times.hidden = times < 2
  entry.times.textContent = `×${times}`
  state.textContent = times > 0 ? `, ${badge.tier ?? ""} badge, owned` : ", not yet"
  if (!isNew && entry.held !== undefined && times > entry.held) animate(item, "award")
  entry.held = times
}

const lastMoment = { weekday: "short", hour: "2-digit", minute: "2-digit" }

const setStreak = (entry, streak, isNew) => {
  const { current_streak, expires_at, freezes_left, longest_streak } = streak
  entry.days.textContent = number(current_streak)
  entry.word.textContent = current_streak === 1 ? "day" : "days"
  entry.row.classList.toggle("alight", current_streak > 0)
  const until = expires_at === null ? "" : `until ${new Date(expires_at).toLocaleString("en-GB", lastMoment)}`
  entry.detail.replaceChildren(
    ...[`longest ${number(longest_streak)}`, `${freezes_left} ${freezes_left === 1 ? "freeze" : "freezes"} left`, until]
      .filter(Boolean)
      .map((text) => h("span", {}, text))
  )
  if (!isNew && entry.held !== undefined && current_streak > entry.held) animate(entry.row, "blaze")
  entry.held = current_streak
}

const setEvolution = ({ current_stage, next_stage, progress, ready }, requirements, names) => {
  byId("stage-label").textContent = `Stage ${current_stage}, ${names.stage(current_stage)}`
  byId("evolution").value = next_stage === null ? 1 : progress
  byId("stage-next").textContent =
    next_stage === null ? "The last stage" : `${ready ? "Ready for" : "Next:"} ${names.stage(next_stage)}`
  byId("portrait").classList.toggle("ready", ready)
  byId("needs").textContent = requirements
    .map((each) => `${each.met ? "✓ " : ""}${requirementInWords(each, names)}`)
    .join("  ·  ")
}

const swap = async (source, text) => {
  const picture = byId("picture")
  const next = new URL(source, location.href).href
  if (picture.src === next) return false
  const loaded = new Image()
  loaded.src = next
  await loaded.decode().catch(() => undefined)
  picture.src = next
  picture.alt = text
  return true
}

/** Puts a picture on the stage, for instance an egg; `mood` is a class the stage wears until the next picture. */
export const showPicture = async (source, text, mood = "") => {
  await swap(source, text)
  byId("portrait").dataset.mood = mood
}

/** A ring of light over the picture: something new is there. */
export const flash = () => animate(byId("portrait"), "flashing")

let bubbleTimer = 0
/** What the buddy says to it. */
export const say = (text) => {
  const bubble = byId("bubble")
  clearTimeout(bubbleTimer)
  bubble.hidden = text === ""
  bubble.textContent = text
  if (text === "") return
  animate(bubble, "pop")
  bubbleTimer = setTimeout(() => (bubble.hidden = true), 3200)
}

/** Everything `GET /widget/buddy` and `GET /buddies/{id}/evolution` tell, and what changed since the last time. */
export const showBuddy = async ({ badges, buddy, evolution, requirements, streaks }, names) => {
  const key = `${buddy.buddy_id} ${buddy.config_version_id}`
  const isNew = key !== drawnFor
  if (isNew) build(names)
  drawnFor = key
  setCount("coins", buddy.coins, isNew)
  for (const token_key of names.tokens.keys()) setCount(`token:${token_key}`, buddy.tokens[token_key] ?? 0, isNew)
  for (const [skill_key, skill] of Object.entries(buddy.skills)) setSkill(skill_key, skill, names, isNew)
  for (const [place, entry] of places) {
    if (place.startsWith("badge:"))
      setBadge(
        entry,
        badges.find(({ badge_key }) => `badge:${badge_key}` === place),
        isNew
      )
    if (!place.startsWith("streak:")) continue
    const streak = streaks.find(({ streak_key }) => `streak:${streak_key}` === place)
    setStreak(entry, streak ?? { current_streak: 0, longest_streak: 0, freezes_left: 0, expires_at: null }, isNew)
  }
  setEvolution(evolution, requirements, names)
  byId("name").textContent = buddy.name
  byId("line").textContent = `${capital(buddy.user_id)}'s buddy`
  byId("purse-title").textContent = `What ${buddy.name} has earned`
  await showPicture(pictureOf(buddy.image_url), `${buddy.name}, ${capital(buddy.user_id)}'s buddy`)
}

/** A reaction to an event that went through. */
export const cheer = () => {
  if (!isStill()) animate(byId("portrait"), "cheer")
}
