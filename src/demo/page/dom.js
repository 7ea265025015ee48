/** Small tools for the page: elements, icons, numbers that count, coins that fly, and a voice for screen readers. */

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

const shown = new WeakMap()
const tween_ms = 700

/** Counts from what an element shows to `value`. */
export const count = (element, value) => {
  const from = shown.get(element)?.value ?? value
  shown.set(element, { value })
  if (from === value || isStill()) {
    element.textContent = number(value)
    return
  }
  const run = shown.get(element)
  const began = performance.now()
  const step = (now) => {
    if (shown.get(element) !== run) return
    const done = Math.min(1, Math.max(0, (now - began) / tween_ms))
    element.textContent = number(Math.round(from + (value - from) * (1 - (1 - done) ** 3)))
    if (done < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

/** Starts a CSS animation that hangs on a class, also when it is still running. */
export const animate = (element, className) => {
  element.classList.remove(className)
  if (isStill()) return
  element.getBoundingClientRect()
  element.classList.add(className)
  element.addEventListener("animationend", () => element.classList.remove(className), { once: true })
}

const isOnScreen = ({ bottom, height, top }) => height > 0 && bottom > 0 && top < innerHeight
const centre = ({ height, left, top, width }) => [left + width / 2, top + height / 2]

/** Icons fly from one element to the first of `targets` that can be seen: out in a small fan, then home. */
export const fly = (name, from, targets, amount) => {
  if (isStill()) return
  const target = targets.find((element) => element !== null && isOnScreen(element.getBoundingClientRect()))
  if (target === undefined) return
  const [x, y] = centre(from.getBoundingClientRect())
  const [toX, toY] = centre(target.getBoundingClientRect())
  const flock = Math.min(10, Math.max(1, Math.ceil(amount / 4)))
  for (let index = 0; index < flock; index += 1) {
    const angle = (index / flock) * 2 * Math.PI + 0.6
    const reach = 34 + (index % 3) * 16
    const coin = icon(name, "flier")
    const places = {
      "--x": `${x}px`,
      "--y": `${y}px`,
      "--outX": `${Math.cos(angle) * reach}px`,
      "--outY": `${Math.sin(angle) * reach - 18}px`,
      "--homeX": `${toX - x}px`,
      "--homeY": `${toY - y}px`,
      "--wait": `${index * 28}ms`
    }
    for (const [property, value] of Object.entries(places)) coin.style.setProperty(property, value)
    coin.addEventListener("animationend", () => {
      coin.remove()
      animate(target, "bump")
    })
    document.body.append(coin)
  }
}

let saying = ""
/** Says a sentence to screen readers; the same one twice is said twice. */
export const announce = (text) => {
  saying = text === saying ? `${text}\u00a0` : text
  byId("announcer").textContent = saying
}

export const wait = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds))

export const clock = (time) =>
  new Date(time).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })
