/** What the event buttons send: plausible properties for any event type, from what the tenant documented of it. */

const cycles = {
  score: [97, 88, 100, 72],
  minutes: [12, 25, 6, 40],
  difficulty: ["hard", "easy", "hard", "medium"],
  with_honours: [true, false]
}

const fallbacks = { string: ["sample"], number: [1, 2, 3], boolean: [true, false], array: [[]], object: [{}] }

/** crypto.randomUUID exists on https and localhost only. */
export const randomHex = (bytes) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Every so often the same thing is done once more, as people do: rules that pay a thing once then say so. */
const repeat_every = 4

const sent = new Map()

const nextId = (name, turn) => {
  const known = sent.get(name)
  if (known !== undefined && turn % repeat_every === repeat_every - 1) return known
  const made = `${name.replace(/_id$/, "")}-${randomHex(2)}`
  sent.set(name, made)
  return made
}

const valueOf = ({ name, type }, turn) => {
  if (type === "string" && name.endsWith("_id")) return nextId(name, turn)
  const cycle = cycles[name] ?? fallbacks[type] ?? fallbacks.string
  return cycle[turn % cycle.length]
}

/** The properties of the `turn`-th event of a type. */
export const sampleOf = (eventType, turn) =>
  Object.fromEntries(eventType.properties.map((property) => [property.name, valueOf(property, turn)]))

/** The properties in a few words, for the button that sends them. */
export const inWords = (properties) =>
  Object.entries(properties)
    .map(([name, value]) => {
      if (name.endsWith("_id")) return String(value)
      return typeof value === "boolean" ? `${value ? "with" : "no"} ${name.replace(/^with_/, "")}` : `${name} ${value}`
    })
    .join(", ")

const icons = ["lesson", "quiz", "exercise", "course", "answer"]
const rankOf = ({ event_type }) => {
  const rank = icons.findIndex((name) => event_type.includes(name))
  return rank < 0 ? icons.length : rank
}
/** Everyday events first, what nobody has drawn an icon for last. */
export const inOrder = (eventTypes) => [...eventTypes].sort((a, b) => rankOf(a) - rankOf(b))

export const iconOf = (event_type) => icons.find((name) => event_type.includes(name)) ?? "spark"
