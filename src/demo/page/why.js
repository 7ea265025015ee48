/** Why an event paid what it paid: every rule that looked at it, first what fired, then what did not. */
import { read } from "./api.js"
import { byId, h, icon, number } from "./dom.js"
import { explain } from "./explain.js"

const marks = { fired: "check", skipped: "skip", open: "wait" }
const ranks = { fired: 0, skipped: 1, open: 2 }

const reasonItem = ({ family, gain, kind, ledger_ids, state, text, title }, ledger) => {
  const rows = ledger_ids.map((id) => {
    const row = ledger.get(id)
    const label = row === undefined ? `…${id.slice(-6)}` : `#${row.seq}, balance ${number(row.balance_after)}`
    return h("span", { class: "ledger", title: id }, `ledger ${label}`)
  })
  const because = text === "" ? "" : h("span", { class: "because" }, text)
  return h(
    "li",
    { class: `reason ${state}` },
    icon(marks[state], "mark"),
    h("p", {}, h("span", { class: "fine" }, `${family} `), h("b", {}, title), because, ...rows),
    h("span", { class: `gain ${kind}` }, gain)
  )
}

/** Runs `work`; its list looks busy meanwhile and no longer, also when the service refuses or does not answer. */
const whileLoading = async (work) => {
  const list = byId("reasons")
  list.setAttribute("data-loading", "")
  try {
    return await work()
  } catch (error) {
    list.replaceChildren()
    byId("why-line").textContent = `The reasons could not be read: ${error.message}`
    throw error
  } finally {
    list.removeAttribute("data-loading")
  }
}

/** Draws the trace of an event and answers what fired of it: the verdict tells the same reading. */
export const showTrace = (buddy, names, event, note) =>
  whileLoading(async () => {
    const [{ rules }, ledger] = await Promise.all([
      read(`/events/${encodeURIComponent(event.event_id)}/trace`),
      read(`/economy/buddies/${buddy.buddy_id}/ledger?limit=20`)
    ])
    const rowsById = new Map(ledger.data.map((row) => [row.ledger_id, row]))
    const reasons = rules.map((rule) => explain(rule, names)).sort((a, b) => ranks[a.state] - ranks[b.state])
    const fired = reasons.filter(({ state }) => state === "fired")
    const sum = `${names.event(event.type)}: ${fired.length} of ${reasons.length} rules had something to give.`
    byId("why-line").textContent = `${sum} ${note}`.trim()
    byId("reasons").replaceChildren(...reasons.map((reason) => reasonItem(reason, rowsById)))
    return fired
  })

const invitation = "Send an event: every rule that looked at it says here what it paid, or why it did not."

/** What came last, though not from this page. */
export const showLatest = (buddy, names, note) =>
  whileLoading(async () => {
    const { data } = await read(`/events?user_id=${encodeURIComponent(buddy.user_id)}&limit=20`)
    const latest = data.find(({ buddy_id }) => buddy_id === buddy.buddy_id)
    if (latest !== undefined) return showTrace(buddy, names, latest, note)
    byId("reasons").replaceChildren()
    byId("why-line").textContent = invitation
  })

/** Nothing will come any more, for now. */
export const stopLoading = () => {
  for (const list of document.querySelectorAll("[data-loading]")) list.removeAttribute("data-loading")
}
