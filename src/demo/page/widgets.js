/**
 * The page's widgets: the ones every product embeds, through the script every product embeds. The page says who is on
 * stage and gives them their token; what they ask the service for is told like every other call of the page.
 */
import { answerOf, apiUrl, forgetSession, sessionOf } from "./api.js"
import { byId, rest } from "./dom.js"

const places = { buddy: "buddy", path: "path", shop: "marketplace", leaderboard: "leaderboard" }
const scriptUrl = new URL("cdn/widget.js", location.href).href

/** Whoever has been on stage, by buddy_id. */
const known = new Map()

window.HatchedConfig = {
  theme: "auto",
  locale: "en",
  fetchToken: ({ buddyId, reason }) => {
    if (reason !== "missing") forgetSession(buddyId)
    return sessionOf(known.get(buddyId))
  }
}

// --- what they send --------------------------------------------------------------------------------------------------

/** The latest answer to an event, by its event_id. */
const answers = new Map()
let tell = () => undefined

/** Whoever wants to hear of what widgets change by themselves: purchases, clothes, steps of the path. */
export const onWrite = (listener) => void (tell = listener)

const plainFetch = window.fetch.bind(window)

const requestOf = (path, { body, headers, method }) => ({
  method,
  path,
  body: body === undefined ? undefined : JSON.parse(body),
  idempotency_key: headers["idempotency-key"],
  token: headers.authorization.replace("Bearer ", "")
})

/** What widgets do of their own accord is no click that anybody made. */
const ofTheirOwn = new Set(["/widget/ceremonies", "/widget/brags"])

window.fetch = async (input, init = {}) => {
  const began = performance.now()
  const response = await plainFetch(input, init)
  const url = String(input)
  const isWrite = url.startsWith(`${apiUrl}/widget/`) && (init.method ?? "GET") !== "GET"
  if (!isWrite) return response
  const request = requestOf(url.slice(apiUrl.length), init)
  const answer = await answerOf(request, response.clone(), performance.now() - began)
  if (request.path === "/widget/events") answers.set(request.body.event_id, answer)
  else if (!ofTheirOwn.has(request.path)) tell(answer)
  return response
}

/** Reports what the player did, so that every widget shows at once what it brought; answers what the service said. */
export const track = async (buddy, { event_id, occurred_at, properties, type }) => {
  const attempt = async () => {
    answers.delete(event_id)
    const token = await sessionOf(buddy)
    await window.Hatched.track(type, properties, { eventId: event_id, occurredAt: occurred_at, token }).catch(() => {})
    return answers.get(event_id)
  }
  const answer = await attempt()
  if (answer === undefined) throw new Error("The service does not answer.")
  if (answer.status !== 401) return answer
  forgetSession(buddy.buddy_id)
  return (await attempt()) ?? answer
}

// --- where they stand ------------------------------------------------------------------------------------------------

let loading

/** Puts the script into the page, as `<script src>` would; a service that is starting is asked again. */
export const loadWidgets = () =>
  (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = scriptUrl
    script.addEventListener("load", resolve)
    script.addEventListener("error", () => {
      loading = undefined
      script.remove()
      reject(new Error("The widgets cannot be loaded."))
    })
    document.head.append(script)
  }))

const embedCode = (token) =>
  [
    "<style>[data-hatched-mount]{display:block;min-height:320px;margin:24px auto;max-width:960px}</style>",
    ...Object.values(places).map((widget) => `<div data-hatched-mount="${widget}" data-embed-token="${token}"></div>`),
    `<script async src="${scriptUrl}"></script>`
  ].join("\n")

/** Everybody on the page shows this buddy from now on. */
export const showWidgets = async (buddy) => {
  known.set(buddy.buddy_id, buddy)
  for (const [id, widget] of Object.entries(places)) {
    const element = byId(id)
    if (element.dataset.buddyId === buddy.buddy_id) continue
    element.dataset.buddyId = buddy.buddy_id
    element.dataset.hatchedMount = widget
  }
  byId("embed").textContent = embedCode(await sessionOf(buddy))
  rest(byId("copy-embed"), false)
}

export const refreshWidgets = () => window.Hatched.refresh()

const others_ms = 8000

/** What others do shows sooner than widgets look by themselves, for as long as the page is looked at. */
export const followOthers = () =>
  setInterval(() => {
    if (document.visibilityState === "visible")
      for (const id of ["buddy", "leaderboard"]) window.Hatched.refresh(byId(id))
  }, others_ms)
