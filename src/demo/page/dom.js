/** Small tools for the page: elements, icons, and a voice for screen readers. */

export const byId = (id) => document.getElementById(id)

const still = matchMedia("(prefers-reduced-motion: reduce)")
export const isStill = () => still.matches || document.hidden

/** An element with its attributes and children; texts are texts, never markup. */
export const h = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue
    if (name === "onclick") element.addEventListener("click", value)
    else element.setAttribute(name, value === true ? "" : value)
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""))
  return element
}

const svgNamespace = "http://www.w3.org/2000/svg"

export const icon = (name, className = "") => {
  const svg = document.createElementNS(svgNamespace, "svg")
  const use = document.createElementNS(svgNamespace, "use")
  use.setAttribute("href", `#i-${name}`)
  svg.setAttribute("aria-hidden", "true")
  if (className !== "") svg.setAttribute("class", className)
  svg.append(use)
  return svg
}

const format = new Intl.NumberFormat("en")
export const number = (value) => format.format(value)

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)
/** `first_lesson` and `lesson.completed` as words. */
export const words = (key) =>
  capital(
    String(key)
      .replace(/[._-]+/g, " ")
      .replace(/\bxp\b/gi, "XP")
  )

/** A button that rests keeps its place in the order of keys, so nobody's focus is lost. */
export const rest = (button, isResting) => button.setAttribute("aria-disabled", String(isResting))
const isResting = (button) => button.getAttribute("aria-disabled") === "true"

export const onPress = (button, action) => button.addEventListener("click", () => isResting(button) || action())

let saying = ""
/** Says a sentence to screen readers; the same one twice is said twice. */
export const announce = (text) => {
  saying = text === saying ? `${text}\u00a0` : text
  byId("announcer").textContent = saying
}

export const wait = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds))

export const clock = (time) =>
  new Date(time).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })
