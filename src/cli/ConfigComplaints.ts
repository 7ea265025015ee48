/** What the service has against a configuration file, told by place in the file and with what was probably meant. */
import { nearest, placesIn, propertiesAt } from "./FilePlaces.ts"

export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** A file as it was read. */
export interface ConfigText {
  readonly path: string
  readonly text: string
  readonly content: unknown
}

const meant = (name: string | undefined) => (name === undefined ? "" : `; did you mean ${name}?`)

/** One line per issue; `schema` is the service's JSON schema of such a file, if it could be had. */
export const issueLines = (file: ConfigText, issues: ReadonlyArray<Issue>, schema: unknown): ReadonlyArray<string> => {
  const placeOf = placesIn(file.text)
  return issues.map(({ message, path }) => {
    const name = path.at(-1)
    const isUnknown = message.startsWith("property ") && typeof name === "string"
    const hint = isUnknown ? meant(nearest(name, propertiesAt(schema, path.slice(0, -1)))) : ""
    const place = path.join(".") || "body"
    const words = message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message
    return `${file.path}:${placeOf(path)}  ${path.length === 0 ? "the file" : place}: ${words}${hint}`
  })
}

type Found = ReadonlyArray<readonly [path: ReadonlyArray<string | number>, value: unknown]>

const everything = (value: unknown, path: ReadonlyArray<string | number> = []): Found => {
  const inner = Array.isArray(value)
    ? value.flatMap((one, index) => everything(one, [...path, index]))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, one]) => everything(one, [...path, name]))
      : []
  return [[path, value], ...inner]
}

/** The list in which things of a kind are defined, and what their key is called. */
const defined: Readonly<Record<string, readonly [list: string, key: string]>> = {
  token: ["token_types", "token_key"],
  skill: ["skills", "skill_key"],
  badge: ["badge_definitions", "badge_key"],
  streak: ["streak_rules", "streak_key"],
  gate: ["gates", "gate_key"],
  item: ["items", "item_key"]
}

const complaint = /^(\w+)(?:\.(\S+))? names the unknown (\w+) (\S+)$/

/** The same for what publishing would refuse, which is said in words: a section, a key in it, a name nobody knows. */
export const refusalLine = (file: ConfigText) => {
  const placeOf = placesIn(file.text)
  const all = everything(file.content)
  return (message: string): string => {
    const [, section, owner, kind = "", name = ""] = complaint.exec(message) ?? []
    const [list, key] = defined[kind] ?? []
    if (section === undefined || list === undefined) return message
    const isIn = (path: ReadonlyArray<string | number>) => path.includes(section)
    const owners = all.filter(([path, value]) => isIn(path) && value === owner).map(([path]) => path.slice(0, -1))
    const home = owners[0] ?? ["content", section]
    const isInside = (path: ReadonlyArray<string | number>) => home.every((step, index) => path[index] === step)
    const use = all.find(([path, value]) => isInside(path) && value === name)
    const known = all.flatMap(([path, value]) =>
      path.at(-1) === key && path.at(-3) === list && typeof value === "string" ? [value] : []
    )
    const at = use?.[0] ?? home
    return `${file.path}:${placeOf(at)}  ${at.join(".")}: ${message}${meant(nearest(name, known))}`
  }
}
