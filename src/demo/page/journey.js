/** The path: steps that tick by themselves when something happens, and some that are ticked by hand. */
import { asWidget } from "./api.js"
import { animate, announce, byId, h, icon, onPress, rest, words } from "./dom.js"
import { record } from "./exchange.js"

let held

const complete = async (buddy, path, subStep, tell) => {
  const route = `/widget/path/${path.path_key}/sub-steps/${subStep.sub_step_key}/complete`
  const answer = await asWidget(buddy, "POST", route)
  record(answer, "Done by hand: only where the path allows it.")
  if (!answer.ok) throw new Error(answer.body.error.message)
  await tell()
  announce(`${subStep.title} is done.`)
}

/** What ticks it, in the words of its condition. */
const triggerOf = ({ allow_manual_complete, completion_condition: condition }, names) => {
  if (condition === null) return allow_manual_complete ? "ticked by hand" : ""
  switch (condition.type) {
    case "event_count":
      return `${condition.count} × ${names.event(condition.event_type)}`
    case "evolution_stage":
      return `becomes a ${names.stage(condition.value)}`
    case "item_owned":
      return "from the shop"
    default:
      return words(condition.key)
  }
}

const marks = { completed: "check", available: "wait", locked: "skip" }

const subStepItem = (subStep, path, names, act) => {
  const { allow_manual_complete, state, sub_step_key, title } = subStep
  const canTick = allow_manual_complete && state === "available"
  const button = canTick && h("button", { type: "button", class: "tick", "aria-label": `${title}: done` }, "Done")
  const item = h(
    "li",
    { class: `sub-step ${state}`, "data-sub-step": sub_step_key },
    icon(marks[state], "mark"),
    h("p", {}, h("b", {}, title), h("span", { class: "fine" }, triggerOf(subStep, names))),
    h("span", { class: "hidden" }, state),
    button || ""
  )
  if (button) {
    rest(button, false)
    onPress(button, () => act((buddy, _item, tell) => complete(buddy, path, subStep, tell), subStep))
  }
  if (state === "completed" && held !== undefined && !held.has(sub_step_key)) animate(item, "ticked")
  return item
}

/** Draws `GET /widget/path`. */
export const showJourney = ({ path }, { isNew, names }, act) => {
  if (isNew) held = undefined
  byId("path").hidden = path === null
  if (path === null) return
  const { completed, total } = path.progress
  byId("path-title").textContent = path.title
  byId("path-progress").value = total === 0 ? 0 : completed / total
  const left = total - completed
  byId("path-line").textContent =
    path.completed_at === null
      ? `${completed} of ${total} done. ${left === 1 ? "One" : left} to go.`
      : "Walked to its end."
  byId("journey").replaceChildren(
    ...path.steps.map(({ state, step_key, sub_steps, title }) =>
      h(
        "li",
        { class: `stop ${state}`, "data-step": step_key },
        h("h3", {}, title),
        h("ul", {}, ...sub_steps.map((subStep) => subStepItem(subStep, path, names, act)))
      )
    )
  )
  const done = path.steps.flatMap(({ sub_steps }) => sub_steps.filter(({ state }) => state === "completed"))
  held = new Set(done.map(({ sub_step_key }) => sub_step_key))
}
