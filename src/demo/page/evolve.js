/** One stage up: an operation like the hatch, and a picture of its own at the end. */
import { withKey } from "./api.js"
import { announce, byId, isStill, rest, wait } from "./dom.js"
import { operationEnd } from "./egg.js"
import { record } from "./exchange.js"

export const showEvolve = ({ next_stage, ready }, names) => {
  const button = byId("evolve")
  byId("growth").hidden = !ready
  button.textContent = next_stage === null ? "" : `Evolve into a ${names.stage(next_stage)}`
  rest(button, !ready)
}

/** Nobody waits for show who asked for none. */
const suspense_ms = 1400

export const evolve = async (buddy, names, tell) => {
  rest(byId("evolve"), true)
  byId("evolve").textContent = "Evolving"
  const accepted = await withKey("POST", `/buddies/${buddy.buddy_id}/evolve`)
  record(accepted, "Accepted: the picture comes first, then the buddy moves up. Both survive a restart.")
  if (!accepted.ok) throw new Error(accepted.body.error.message)
  announce(`${buddy.name} is evolving.`)
  const [operation] = await Promise.all([
    operationEnd(accepted.body.operation_id),
    isStill() ? undefined : wait(suspense_ms)
  ])
  if (operation.status !== "completed") throw new Error(operation.error?.message ?? "The evolution was cancelled.")
  const { evolution_stage } = await tell()
  announce(`${buddy.name} has evolved into a ${names.stage(evolution_stage)}.`)
}
