/**
 * What the buttons do. One thing after another: a click waits for the one before it, so that the page tells things in
 * their order.
 */
import { asWidget, pictureOf, read, serviceTime } from "./api.js"
import { announce, byId, capital, h, icon, number, onPress, rest, wait } from "./dom.js"
import { findEgg, hatch, owner } from "./egg.js"
import { evolve, showEvolve } from "./evolve.js"
import { record, startCopying } from "./exchange.js"
import { catalogueOf } from "./explain.js"
import { iconOf, inOrder, inWords, randomHex, sampleOf } from "./samples.js"
import { share, showSharing, startSharing } from "./share.js"
import { follow, listenClosely } from "./webhooks.js"
import { showNothingSent, showSent, showVerdict } from "./verdict.js"
import { followOthers, loadWidgets, onWrite, refreshWidgets, showWidgets, track } from "./widgets.js"
import { showLatest, showTrace, stopLoading } from "./why.js"

const firstUser = "ada"
const family_max = 4

let buddy
let names
let eventTypes = []
let lastEvent
const catalogues = new Map()
const turns = new Map()

const alive = (isAlive, text) => {
  byId("alive").dataset.state = isAlive ? "up" : "down"
  byId("alive-text").textContent = text
}

let queue = Promise.resolve()
let queued = 0
const busy = (change) => {
  queued += change
  document.querySelector("main").setAttribute("aria-busy", String(queued > 0))
}

/** Runs `work` after everything that was asked before; what goes wrong is said on the page. */
const inTurn = (work) => {
  busy(1)
  queue = queue
    .then(work)
    .then(
      () => alive(true, "Connected"),
      (error) => {
        alive(false, error.message)
        announce(error.message)
      }
    )
    .finally(() => busy(-1))
  return queue
}

// --- the buddy -------------------------------------------------------------------------------------------------------

const catalogueFor = async (version) => {
  if (!catalogues.has(version)) {
    const { content } = await read(`/config-versions/${version}`)
    catalogues.set(version, catalogueOf(content, eventTypes))
  }
  return catalogues.get(version)
}

/** Reads everything anew and answers the buddy. */
const tell = async () => (await refresh()).body.buddy

const refresh = async () => {
  const answer = await asWidget(buddy, "GET", "/widget/buddy")
  const { body, ok } = answer
  if (!ok) throw new Error(body.error.message)
  names = await catalogueFor(body.buddy.config_version_id)
  buddy = body.buddy
  byId("name").textContent = buddy.name
  byId("line").textContent = `${capital(buddy.user_id)}'s buddy`
  showEvolve(body.evolution, names)
  showSharing(buddy)
  await showWidgets(buddy)
  return answer
}

const evolveNow = () =>
  inTurn(async () => {
    expectDeliveries()
    await evolve(buddy, names, tell)
    refreshWidgets()
    await showFamily()
  })

/** What a widget has done by itself, because somebody clicked in it. */
const written = (answer) =>
  inTurn(async () => {
    expectDeliveries()
    record(answer)
    await refresh()
    await showFamily()
  })

const familyButton = (member) =>
  h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(member.buddy_id === buddy.buddy_id),
        "aria-label": `${member.name}, ${capital(member.user_id)}'s buddy`,
        title: `${member.name}, ${capital(member.user_id)}'s buddy`,
        onclick: () => inTurn(() => choose(member))
      },
      h("img", { src: pictureOf(member.thumb_url), alt: "", width: "46", height: "46" })
    )
  )

const showFamily = async () => {
  const [first, hatched] = await Promise.all([
    read(`/buddies?user_id=${firstUser}&status=active&limit=1`),
    read(`/buddies?user_id=${owner}&status=active&limit=${family_max}`)
  ])
  const more = hatched.meta.total - hatched.data.length
  const hadFocus = byId("family").contains(document.activeElement)
  byId("family").replaceChildren(
    ...[...first.data, ...hatched.data].map(familyButton),
    more > 0 ? h("li", { class: "more" }, `+${number(more)}`) : ""
  )
  if (hadFocus) byId("family").querySelector("[aria-pressed=true]")?.focus()
}

const earlier = "This one came before the page was opened."

const choose = async (member) => {
  buddy = member
  lastEvent = undefined
  rest(byId("again"), true)
  showNothingSent(buddy.name)
  await refresh()
  await showFamily()
  await showLatest(buddy, names, earlier)
  announce(`${buddy.name} is on stage.`)
}

// --- events ----------------------------------------------------------------------------------------------------------

let waiting = 0

/** What a widget sends lives under its buddy; asked with the tenant's key, as traces are, it goes by both names. */
const asTenant = (event) => ({ ...event, event_id: `${buddy.buddy_id}:${event.event_id}` })

/** Of clicks that come faster than their answers, the last one is told in full. */
const send = async (event) => {
  const answer = await track(buddy, event)
  record(answer, answer.replayed ? "Idempotency-Replayed: true. The answer is the first one, word for word." : "")
  if (!answer.ok) throw new Error(answer.body.error.message)
  lastEvent = event
  rest(byId("again"), false)
  const name = names.event(event.type)
  showSent(name, waiting)
  expectDeliveries()
  if (waiting > 0) return
  const note = answer.replayed ? "This is what it paid the first time." : ""
  const [fired] = await Promise.all([showTrace(buddy, names, asTenant(event), note), refresh()])
  showVerdict(answer, name, fired, names)
}

const sendInTurn = (eventOf) => {
  waiting += 1
  inTurn(() => {
    waiting -= 1
    return send(eventOf())
  })
}

let own_until = 0
const own_ms = 4000
const expectDeliveries = () => {
  own_until = Date.now() + own_ms
  listenClosely()
}

/** Deliveries after our own clicks tell nothing new; a buddy that somebody else's call moved is read again. */
const heard = (deliveries) => {
  const isAboutUs = deliveries.some(({ body, verified }) => verified && body.includes(buddy.buddy_id))
  if (!isAboutUs || Date.now() < own_until) return
  refreshWidgets()
  inTurn(async () => {
    await refresh()
    await showLatest(buddy, names, "This one was not sent from here.")
  })
}

const reached = (isReached) => alive(isReached, isReached ? "Connected" : "The service does not answer, trying again")

const eventButton = (eventType) => {
  const { event_type, name } = eventType
  const turnOf = () => turns.get(event_type) ?? 0
  let properties = sampleOf(eventType, turnOf())
  const sample = h("small", {}, inWords(properties))
  const button = h(
    "button",
    { type: "button", class: `event event-${iconOf(event_type)}`, "data-event": event_type },
    h("span", { class: "event-icon" }, icon(iconOf(event_type))),
    h("span", {}, h("b", {}, name ?? event_type), sample)
  )
  onPress(button, () => {
    const event = { event_id: `demo-${randomHex(8)}`, type: event_type, occurred_at: serviceTime(), properties }
    turns.set(event_type, turnOf() + 1)
    properties = sampleOf(eventType, turnOf())
    sample.textContent = inWords(properties)
    sendInTurn(() => event)
  })
  return button
}

// --- the start -------------------------------------------------------------------------------------------------------

const hatchNow = async () => {
  const events = [...byId("events").children, byId("again")]
  for (const button of events) rest(button, true)
  try {
    const { buddy_id } = await hatch()
    expectDeliveries()
    const { data } = await read(`/buddies?user_id=${owner}&status=active&limit=${family_max}`)
    await choose(data.find((member) => member.buddy_id === buddy_id) ?? buddy)
  } catch (error) {
    await refresh()
    throw error
  } finally {
    for (const button of events) rest(button, button === byId("again") && lastEvent === undefined)
    await findEgg()
  }
}

/** On the very first start the workspace is still being filled. */
const firstBuddy = async () => {
  for (;;) {
    const { data } = await read(`/buddies?user_id=${firstUser}&status=active&limit=1`)
    if (data.length > 0) return data[0]
    await wait(700)
  }
}

const start = async () => {
  await loadWidgets()
  buddy = await firstBuddy()
  eventTypes = (await read("/event-types?limit=100")).data.filter(({ status }) => status === "active")
  byId("events").replaceChildren(...inOrder(eventTypes).map(eventButton))
  record(await refresh(), "This is how the page has read the buddy.")
  showNothingSent(buddy.name)
  await Promise.all([showFamily(), showLatest(buddy, names, earlier), findEgg()])
  await follow({ heard, reached })
}

const pause_ms = 3000

/** A service that cannot answer yet is asked again; meanwhile nothing looks as if it were about to come. */
const startOver = async () => {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      stopLoading()
      byId("line").textContent = `There is nothing to show yet: ${error.message} Trying again.`
      alive(false, error.message)
      await wait(pause_ms)
    }
  }
}

startCopying(byId("copy"), byId("request"))
startCopying(byId("copy-embed"), byId("embed"))
onWrite(written)
onPress(byId("again"), () => sendInTurn(() => lastEvent))
onPress(byId("hatch"), () => inTurn(hatchNow))
onPress(byId("evolve"), evolveNow)
startSharing(() => inTurn(() => share(buddy)))
await inTurn(startOver)
followOthers()
document.documentElement.dataset.ready = "true"
