/** The shop: what this buddy may buy, and what it wears. All of it goes through the widget's own routes. */
import { asWidget, pictureOf } from "./api.js"
import { flash, say, showPicture } from "./buddy.js"
import { announce, byId, capital, count, h, icon, number, rest, wait } from "./dom.js"
import { record } from "./exchange.js"
import { requirementInWords } from "./explain.js"

const poll_ms = [150, 250, 400, 700, 1000]
const polls_max = 60

let wares = []
let owned = []

const refusals = {
  item_gift_only: () => "a gift for somebody else",
  out_of_stock: () => "sold out",
  requirements_not_met: ({ requirements }, names) =>
    `needs ${requirements
      .filter(({ met }) => !met)
      .map((each) => requirementInWords(each, names))
      .join(", ")}`,
  insufficient_coins: ({ price_coins }, _names, balance) => `${number(price_coins - balance)} coins to go`
}

const stateOf = (item, names, balance) => {
  if (item.equipped) return "worn"
  if (item.owned > 0) return "in the wardrobe"
  return item.refusal === null ? item.category : (refusals[item.refusal]?.(item, names, balance) ?? item.refusal)
}

const sayRefusal = ({ body }) => {
  byId("shop-line").textContent = body.error.message
  announce(body.error.message)
}

/** Until the picture shows what is worn; the answer is what GET /widget/buddy says then. */
const whenDrawn = async (buddy) => {
  for (let turn = 0; turn < polls_max; turn += 1) {
    await wait(poll_ms[Math.min(turn, poll_ms.length - 1)])
    const answer = await asWidget(buddy, "GET", "/widget/buddy")
    if (!answer.ok) throw new Error(answer.body.error.message)
    if (answer.body.buddy.appearance.status !== "pending") return answer.body.buddy
  }
  throw new Error("The picture is not there yet.")
}

const buy = async (buddy, item, tell) => {
  const answer = await asWidget(buddy, "POST", "/widget/purchases", { item_id: item.item_id })
  record(answer, "Bought with the buddy's own token: price and stock are decided in one commit.")
  if (!answer.ok) return sayRefusal(answer)
  byId("shop-line").textContent = `${item.name} is bought. It is worn with one more call.`
  await tell()
  announce(`${item.name} is bought for ${number(answer.body.price_paid)} coins.`)
}

/** One thing per category: what is worn there comes off in the same call. */
const changeOf = (item) => {
  if (item.equipped) return { unequip: [item.item_id] }
  const other = owned.filter(({ category, equipped }) => equipped && category === item.category)
  return { equip: [item.item_id], ...(other.length === 0 ? {} : { unequip: other.map(({ item_id }) => item_id) }) }
}

const change = async (buddy, item, tell) => {
  const answer = await asWidget(buddy, "PATCH", "/widget/equipped-items", changeOf(item))
  const note = answer.body?.cached ? "This look was drawn before: it shows at once." : "The new look is being drawn."
  record(answer, note)
  if (!answer.ok) return sayRefusal(answer)
  if (!answer.body.cached) byId("portrait").dataset.drawing = "true"
  try {
    const shown = await whenDrawn(buddy)
    await showPicture(pictureOf(shown.image_url), `${shown.name}, ${capital(shown.user_id)}'s buddy`)
  } finally {
    delete byId("portrait").dataset.drawing
  }
  flash()
  const done = item.equipped ? `${item.name} is off.` : `${item.name} is on.`
  say(item.equipped ? "Back to my own fur." : "How do I look?")
  byId("shop-line").textContent = answer.body.cached ? `${done} ${note}` : `${done} The new look was drawn for it.`
  await tell()
  announce(done)
}

const buttonOf = (item, balance, act) => {
  const isMine = item.owned > 0
  const text = isMine ? (item.equipped ? "Take off" : "Wear") : number(item.price_coins)
  const button = h(
    "button",
    {
      type: "button",
      class: `deal ${isMine ? "deal-wear" : "deal-buy"}`,
      "data-item": item.item_key,
      "aria-label": isMine ? `${text} ${item.name}` : `Buy ${item.name} for ${text} coins`,
      onclick: () => button.getAttribute("aria-disabled") === "true" || act(isMine ? change : buy, item)
    },
    isMine ? "" : icon("coin"),
    text
  )
  rest(button, !isMine && !item.can_buy)
  return button
}

const classOf = ({ can_buy, equipped, owned: pieces, refusal }) => {
  if (equipped) return "worn"
  if (pieces > 0) return "mine"
  if (can_buy) return "open"
  return refusal === "insufficient_coins" ? "saving" : "shut"
}

const wareOf = (item, { balance, look, names }, act) =>
  h(
    "li",
    { class: `ware ${classOf(item)}` },
    h("img", {
      src: item.image_url ?? `demo/fittings/${look}-${item.category}-${item.item_key}.svg`,
      alt: "",
      width: "84",
      height: "84",
      loading: "lazy"
    }),
    h("p", {}, h("b", {}, item.name), h("span", { class: "fine" }, stateOf(item, names, balance))),
    buttonOf(item, balance, act)
  )

/** Draws `GET /widget/marketplace`; `act` runs what a button asks for in its turn. `look` names the buddy's drawing. */
export const showShop = ({ balance, data, owned_items }, { look, names }, act) => {
  const focused = document.activeElement?.dataset.item
  wares = data
  owned = owned_items
  count(byId("shop-balance"), balance)
  byId("shop").hidden = wares.length === 0
  byId("wares").replaceChildren(...wares.map((item) => wareOf(item, { balance, look, names }, act)))
  if (focused !== undefined) byId("wares").querySelector(`[data-item="${focused}"]`)?.focus()
}
