/** What the page's receiver got and whether the signature was right. Asks often after a click, else seldom. */
import { deliveriesAfter } from "./api.js"
import { knowKeyFile } from "./exchange.js"
import { byId, clock, h, icon, number, words } from "./dom.js"

const shown_max = 50
const soon_ms = [120, 200, 300, 500, 900, 1500, 3000]
const idle_ms = 3000

let last = 0
let step = soon_ms.length
let timer = 0

const summaries = {
  "coins.earned": ({ amount, balance }) => `+${number(amount)}, balance ${number(balance)}`,
  "coins.spent": ({ amount, balance }) => `−${number(amount)}, balance ${number(balance)}`,
  "token.earned": ({ amount, token_type }) => `+${number(amount)} ${token_type}`,
  "token.spent": ({ amount, token_type }) => `−${number(amount)} ${token_type}`,
  "badge.awarded": ({ label }) => label,
  "badge.ready": ({ badge_key }) => words(badge_key),
  "skill.updated": ({ updates }) => Object.keys(updates).map(words).join(", "),
  "skill.level_up": ({ level, skill_key }) => `${words(skill_key)} is level ${level}`,
  "streak.milestone": ({ milestone }) => `${milestone} days`,
  "buddy.hatched": ({ name, user_id }) => `${name}, for ${user_id}`,
  "buddy.ceremony_completed": ({ ceremony }) => words(ceremony),
  "buddy.evolved": ({ new_stage, previous_stage }) => `stage ${previous_stage} to ${new_stage}`,
  "item.purchased": ({ item_name, price_paid }) => `${item_name}, for ${number(price_paid)}`,
  "item.equipped": ({ item_name }) => item_name,
  "evolution.ready": ({ next_stage }) => `for stage ${next_stage}`
}

const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const rowOf = (delivery) => {
  const body = parse(delivery.body)
  const headers = [
    `X-Svc-Event: ${delivery.event}`,
    `X-Svc-Delivery: ${delivery.delivery_id}`,
    `X-Svc-Timestamp: ${delivery.timestamp}`,
    `X-Svc-Signature: ${delivery.signature}`
  ]
  const verdict = delivery.verified
    ? h("span", { class: "verified" }, icon("shield"), "verified")
    : h("span", { class: "refused" }, icon("skip"), "refused")
  return h(
    "li",
    { class: "arrived" },
    h(
      "details",
      {},
      h(
        "summary",
        {},
        h("b", {}, delivery.event),
        h("span", { class: "fine what" }, (body && summaries[delivery.event]?.(body)) ?? ""),
        verdict,
        h("time", { class: "fine", datetime: delivery.received_at }, clock(delivery.received_at))
      ),
      h(
        "pre",
        { tabindex: "0", role: "region", "aria-label": "Headers and body" },
        `${headers.join("\n")}\n\n${body === undefined ? delivery.body : JSON.stringify(body, null, 2)}`
      )
    )
  )
}

const show = (deliveries) => {
  const list = byId("deliveries")
  list.prepend(...deliveries.map(rowOf).reverse())
  while (list.children.length > shown_max) list.lastElementChild.remove()
}

const quiet =
  "This service may not call private addresses, so the receiver of this page hears nothing: set WEBHOOK_ALLOW_PRIVATE."

const take = async ({ heard, reached }) => {
  const answer = await deliveriesAfter(last).catch(() => undefined)
  byId("deliveries").removeAttribute("data-loading")
  reached(answer !== undefined)
  if (answer === undefined) return
  knowKeyFile(answer.key_file)
  // A service that was started anew counts from one again.
  if (answer.last < last) last = 0
  if (!answer.listening) byId("hooks-line").textContent = quiet
  if (answer.data.length === 0) return
  const isFirst = last === 0
  last = answer.last
  show(answer.data)
  step = Math.min(step, 2)
  if (!isFirst) heard(answer.data)
}

const ask = async (listener) => {
  clearTimeout(timer)
  const pause = soon_ms[step] ?? idle_ms
  step += 1
  if (!document.hidden) await take(listener)
  clearTimeout(timer)
  timer = setTimeout(() => ask(listener), pause)
}

let listening
/**
 * Starts asking. `heard` is told of new deliveries, also of those that somebody else's call set off; `reached` whether
 * the service answered.
 */
export const follow = (listener) => {
  listening = listener
  document.addEventListener("visibilitychange", () => document.hidden || ask(listener))
  return ask(listener)
}

/** Something was just sent: deliveries will come soon. */
export const listenClosely = () => {
  step = 0
  clearTimeout(timer)
  timer = setTimeout(() => ask(listening), soon_ms[0])
}
