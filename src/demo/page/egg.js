/** Grace's eggs: one is always ready, hatching it is an operation that is polled, and then the next one is laid. */
import { read, withKey } from "./api.js"
import { announce, byId, isStill, rest, wait } from "./dom.js"
import { record } from "./exchange.js"

export const owner = "grace"
let egg

const drawing = (status) => `demo/eggs/${egg.visual_variant}-${status}.svg`

const showEgg = () => {
  byId("egg").src = drawing(egg.status)
  byId("egg").alt = "An egg in a nest"
  delete byId("egg").dataset.mood
  rest(byId("hatch"), false)
  byId("hatch").textContent = "Hatch it"
}

const readyEgg = async () => (await read(`/eggs?user_id=${owner}&status=ready&limit=1`)).data[0]

/** The egg that lies there ready, or a new one; another window may have laid it meanwhile. */
export const findEgg = async () => {
  egg = await readyEgg()
  if (egg === undefined) {
    const laid = await withKey("POST", "/eggs?ensure=true", { user_id: owner })
    if (!laid.ok) throw new Error(laid.body.error.message)
    if (laid.body.status === "waiting") await withKey("PATCH", `/eggs/${laid.body.egg_id}/status`, { status: "ready" })
    egg = await readyEgg()
  }
  showEgg()
}

const order = ["pending", "processing", "completed"]

const showStep = (status) => {
  const reached = order.indexOf(status)
  for (const [index, item] of [...byId("steps").children].entries()) {
    item.className = index < reached || status === "completed" ? "done" : index === reached ? "now" : ""
    if (index === reached) item.setAttribute("aria-current", "step")
    else item.removeAttribute("aria-current")
  }
}

const final = new Set(["completed", "failed", "cancelled"])
const poll_ms = [250, 400, 600, 1000, 1500, 2000]

/** Polls an operation to its end; `seen` is told every status on the way. */
export const operationEnd = async (operation_id, seen = () => undefined) => {
  for (let turn = 0; ; turn += 1) {
    await wait(poll_ms[Math.min(turn, poll_ms.length - 1)])
    const answer = await withKey("GET", `/operations/${operation_id}`)
    if (!answer.ok) throw new Error(answer.body.error.message)
    const isFinal = final.has(answer.body.status)
    record(
      answer,
      isFinal ? "The operation is final: its result names the buddy." : "Polling the operation until it is final."
    )
    seen(answer.body.status)
    if (isFinal) return answer.body
  }
}

/** Nobody waits for show who asked for none. */
const beat = (milliseconds) => (isStill() ? Promise.resolve() : wait(milliseconds))

/** From the egg to its buddy; answers the operation's result. */
export const hatch = async () => {
  rest(byId("hatch"), true)
  byId("hatch").textContent = "Hatching"
  showStep("")
  byId("egg-line").textContent = "Something moves in there."
  byId("egg").dataset.mood = "wobble"
  const accepted = await withKey("POST", `/eggs/${egg.egg_id}/hatch`)
  record(accepted, "Accepted: the picture and the birth are an operation of their own.")
  if (!accepted.ok) throw new Error(accepted.body.error.message)
  announce("The egg is hatching.")
  showStep("pending")
  const suspense = beat(1500)
  const operation = await operationEnd(accepted.body.operation_id, showStep)
  if (operation.status !== "completed") throw new Error(operation.error?.message ?? "The hatch was cancelled.")
  await suspense
  byId("egg-line").textContent = "Somebody looks out."
  byId("egg").src = drawing("hatching")
  byId("egg").alt = "Two eyes look out of the open shell"
  byId("egg").dataset.mood = "peek"
  await beat(1300)
  const { name } = operation.result
  announce(`${name} has hatched.`)
  byId("egg-line").textContent = `${name} is here. One more?`
  return operation.result
}
