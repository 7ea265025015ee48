/**
 * The page of a hosted surface: from a code or a card to a session, then the widgets as tabs. Tokens stay in memory;
 * what keeps a player in stays in the tab.
 */
interface Session {
  readonly token: string
  readonly expires_at: string
  readonly refresh_token: string | null
  readonly player: { readonly display_name: string }
}
type Credential = { readonly access_code: string } | { readonly qr_token: string } | { readonly refresh_token: string }
type Trouble = "wrong" | "often" | "hatching" | "archived" | "offline"

const here = (document.currentScript as HTMLScriptElement).src
const byId = (id: string) => document.getElementById(id)!
const door = byId("door")
const room = byId("room")
const form = door.querySelector("form")!
const field = byId("code") as HTMLInputElement
const button = form.querySelector("button")!
const said = byId("said")
const slug = door.dataset["slug"]!
const words = JSON.parse(door.dataset["words"]!) as Readonly<Record<Trouble | "hello", string>>
const kept = `hatchery:${slug}`

/** Letters and digits of a code, whatever stands between them. */
const code_length = 9

const troubles: Readonly<Record<number, Trouble>> = { 401: "wrong", 422: "wrong", 429: "often", 409: "hatching" }

class Refused extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(trouble)
    this.trouble = trouble
  }
}

let session: Session | undefined
/** the entrance that waits for an egg; another one takes its place */
let waiting = 0

/** Browsers may forbid a page to keep anything: then it asks for the code after each load. */
const remember = (token: string | null) => {
  try {
    if (token === null) sessionStorage.removeItem(kept)
    else sessionStorage.setItem(kept, token)
  } catch {}
}
const remembered = () => {
  try {
    return sessionStorage.getItem(kept)
  } catch {
    return null
  }
}

const exchange = async (credential: Credential, isQuiet = false): Promise<Session> => {
  const answer = await fetch(new URL(`../../api/v1/public/hosted-surfaces/${slug}/session`, here), {
    method: "POST",
    credentials: "omit",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credential)
  }).catch(() => undefined)
  if (answer?.status !== 201) {
    // The page has been taken back, and says so itself. Should it come again, whoever may still be in is. One that has
    // just been loaded is an old copy of somebody's on the way, and another try would bring the same.
    if (answer?.status === 404 && !isQuiet) location.reload()
    const isArchived = answer?.status === 409 && (await answer.text()).includes("buddy_archived")
    throw new Refused(isArchived ? "archived" : (troubles[answer?.status ?? 0] ?? "offline"))
  }
  const made = (await answer.json()) as Session
  if (made.refresh_token !== null) remember(made.refresh_token)
  return (session = made)
}

const selected = (tab: HTMLElement) => {
  for (const other of room.querySelectorAll<HTMLElement>("[role=tab]")) {
    const isIt = other === tab
    other.setAttribute("aria-selected", String(isIt))
    other.tabIndex = isIt ? 0 : -1
    byId(`panel-${other.dataset["module"]}`).hidden = !isIt
  }
  const panel = byId(`panel-${tab.dataset["module"]}`)
  if (panel.querySelector("[data-hatched-mount]") !== null) return
  const place = document.createElement("div")
  place.dataset["hatchedMount"] = tab.dataset["module"]!
  place.dataset["theme"] = door.dataset["mode"]!
  place.dataset["locale"] = document.documentElement.lang
  panel.append(place)
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
const turned = (event: KeyboardEvent) => {
  const tabs = [...room.querySelectorAll<HTMLElement>("[role=tab]")]
  const at = tabs.indexOf(event.target as HTMLElement)
  const step = steps[event.key]
  if (at < 0 || step === undefined) return
  event.preventDefault()
  const forward = document.documentElement.dir === "rtl" ? -step : step
  const next = tabs[(at + forward + tabs.length) % tabs.length]!
  next.focus()
  selected(next)
}

const leave = () => {
  remember(null)
  location.reload()
}

/** The token of the moment; a new one when it is about to end or was refused. */
const fetchToken = async ({ reason }: { readonly reason: string }): Promise<string | null> => {
  if (reason === "missing" && session !== undefined) return session.token
  const token = remembered()
  if (token === null) return null
  try {
    return (await exchange({ refresh_token: token })).token
  } catch (error) {
    // What passes is no reason to send anybody away.
    const trouble = error instanceof Refused ? error.trouble : "offline"
    if (trouble === "wrong") leave()
    // The door says why.
    else if (trouble === "archived") location.reload()
    else throw error
    return null
  }
}

const show = ({ player }: Session) => {
  door.hidden = true
  room.hidden = false
  const heading = room.querySelector("h1")!
  const name = document.createElement("bdi")
  name.textContent = player.display_name
  const [before = "", after = ""] = words.hello.split("{name}")
  heading.replaceChildren(before, name, after)
  heading.focus()
  // There is none while the workspace has switched off what all of them show.
  const first = room.querySelector<HTMLElement>("[role=tab]")
  if (first !== null) selected(first)
  if ("HatchedConfig" in window) return
  Object.assign(window, { HatchedConfig: { fetchToken, locale: document.documentElement.lang } })
  const loader = document.createElement("script")
  loader.src = new URL("widget.js", here).href
  document.head.append(loader)
}

const tell = (trouble: Trouble | "") => {
  said.textContent = trouble === "" ? "" : words[trouble]
  field.setAttribute("aria-invalid", String(trouble === "wrong"))
}

/** On a phone the sentence is out of sight while the field is seen. */
const complain = (trouble: Trouble) => {
  tell(trouble)
  field.focus()
  said.scrollIntoView({ block: "nearest" })
}

/** An egg takes seconds, and minutes where many hatch. Each try waits for it at the other end, too. */
const hatching_ms = 4_000

const enter = async (credential: Credential, isQuiet = false, hasWaited = false) => {
  clearTimeout(waiting)
  button.disabled = true
  tell("")
  try {
    show(await exchange(credential, isQuiet))
  } catch (error) {
    const trouble = error instanceof Refused ? error.trouble : "offline"
    // What stood on a card is nowhere else by now: whoever holds it need not scan it anew.
    if (trouble === "hatching" || (hasWaited && trouble === "often"))
      waiting = setTimeout(() => void enter(credential, isQuiet, true), hatching_ms)
    if (!isQuiet || trouble !== "wrong") return complain(trouble)
    remember(null)
    field.focus()
  } finally {
    button.disabled = false
  }
}

/** What stands on a card goes out of the address before anything else is done with it. */
const readCard = (): boolean => {
  const card = /^#q=([0-9A-Za-z]{20,100})$/.exec(location.hash)?.[1]
  if (card === undefined) return false
  history.replaceState(null, "", location.pathname)
  void enter({ qr_token: card })
  return true
}

form.addEventListener("submit", (event) => {
  event.preventDefault()
  const access_code = field.value.trim()
  if (access_code === "") return field.focus()
  // What is too short or too long opens nothing, and a whole class shares the tries of its address.
  if (access_code.match(/[a-z\d]/gi)?.length !== code_length) return complain("wrong")
  void enter({ access_code })
})
byId("leave").addEventListener("click", leave)
room.addEventListener("click", ({ target }) => {
  const tab = (target as HTMLElement).closest<HTMLElement>("[role=tab]")
  if (tab !== null) selected(tab)
})
room.addEventListener("keydown", turned)
addEventListener("hashchange", () => {
  // Somebody else's card, in a page that is in use.
  if (room.hidden) readCard()
})

if (!readCard()) {
  const token = remembered()
  if (token !== null) void enter({ refresh_token: token }, true)
}
