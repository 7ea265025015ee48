/** A link to a page about the buddy, and what became of all that were handed out from here. */
import { read, withKey } from "./api.js"
import { announce, byId, number, onPress, rest } from "./dom.js"
import { record } from "./exchange.js"

const channel = "copy_link"
const pause_ms = 1500
const looks_max = 8

let shared = ""

const counted = (count, one, many) => `${number(count)} ${count === 1 ? one : many}`

const tellCounts = async () => {
  const { cta_clicked, links, viewed } = await read("/buddy-share/stats?window_days=1")
  const clicks = cta_clicked > 0 ? `, ${counted(cta_clicked, "click", "clicks")}` : ""
  byId("share-line").textContent =
    `Today: ${counted(links, "link", "links")}, ${counted(viewed, "view", "views")}${clicks}. Each visitor counts once.`
  return viewed
}

/** Another buddy is on stage: its link is another one. */
export const showSharing = (buddy) => {
  rest(byId("share"), false)
  byId("share").textContent = `Share ${buddy.name}`
  if (shared !== buddy.buddy_id) byId("share-link").hidden = true
}

export const share = async (buddy) => {
  const answer = await withKey("POST", `/buddies/${buddy.buddy_id}/share`)
  record(answer, "Asked again it answers the same link, for as long as nobody takes it back.")
  if (!answer.ok) throw new Error(answer.body.error.message)
  await withKey("POST", `/buddies/${buddy.buddy_id}/share/events`, { event: "shared", channel })
  shared = buddy.buddy_id
  byId("share-link").href = `p/${answer.body.code}?c=${channel}`
  byId("share-link").hidden = false
  await tellCounts()
  announce(`${buddy.name} has a page of its own.`)
}

/** Views are counted beside the answer: whoever comes back from the page may be faster than they are. */
const watchFor = async () => {
  const before = await tellCounts()
  for (let look = 0; look < looks_max; look += 1) {
    await new Promise((resume) => setTimeout(resume, pause_ms))
    if ((await tellCounts()) !== before) return
  }
}

const quietly = () => void watchFor().catch(() => undefined)

export const startSharing = (press) => {
  onPress(byId("share"), press)
  byId("share-link").addEventListener("click", quietly)
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && shared !== "") quietly()
  })
}
