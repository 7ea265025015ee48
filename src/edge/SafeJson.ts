/**
 * What a JSON body may hold, whatever route it goes to: bounded texts and objects, no text Postgres would change or
 * refuse, no keys that reach for a prototype, no numbers that lost digits on the way in. Checked on the parsed value,
 * iteratively (a deep body must not overflow our own stack).
 */
import { limits } from "../wire/Limits.ts"

export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

export interface SafetyOptions {
  /** properties of one object; undefined: only the whole body is counted */
  readonly keys_max: number | undefined
  readonly length_max: number
  /** a list of the body that is left out */
  readonly own?: string | undefined
}

const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"])

const textProblem = (text: string, length_max: number = limits.string_length_max): string | undefined =>
  text.length > length_max
    ? `must not be longer than ${length_max} characters`
    : text.includes("\u0000")
      ? "must not contain NUL"
      : text.isWellFormed()
        ? undefined
        : "must be well-formed Unicode"

/** Of one UTF-16 unit of a text, of any number and of any other leaf with the comma behind it, as JSON. */
const unit_bytes_max = 6
const number_bytes_max = 25
const leaf_bytes_max = 6

const textBytes = (text: string): number =>
  textProblem(text) === undefined ? text.length * unit_bytes_max + 3 : Number.POSITIVE_INFINITY

const objectBytes = (value: object, depth: number): number => {
  let bytes = 3
  let keys = 0
  for (const key in value) {
    if (forbiddenKeys.has(key) || ++keys > limits.json_keys_max) return Number.POSITIVE_INFINITY
    bytes += textBytes(key) + safeBytes((value as Readonly<Record<string, unknown>>)[key], depth + 1)
  }
  return bytes
}

/**
 * How many bytes a value of an ordinary body takes as JSON at most; infinitely many when `SafetyCheck` would find
 * anything, or when it is nested too deep. For small values, in one go: it allocates nothing and names nothing.
 */
export const safeBytes = (value: unknown, depth = 1): number => {
  if (typeof value === "string") return textBytes(value)
  if (typeof value === "number") {
    const isKept = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
    return isKept ? number_bytes_max : Number.POSITIVE_INFINITY
  }
  if (typeof value !== "object" || value === null) return leaf_bytes_max
  if (depth > limits.json_depth_max) return Number.POSITIVE_INFINITY
  if (!Array.isArray(value)) return objectBytes(value, depth)
  let bytes = 3
  for (const entry of value) bytes += safeBytes(entry, depth + 1)
  return bytes
}

/** A place in the body; its path is only written out when there is something to say about it. */
interface Place {
  readonly value: unknown
  readonly above: Place | undefined
  readonly step: string | number
}

const pathOf = (place: Place, ...below: ReadonlyArray<string>): ReadonlyArray<string | number> => {
  const path: Array<string | number> = [...below]
  for (let at = place; at.above !== undefined; at = at.above) path.unshift(at.step)
  return path
}

/** Places of one turn: about a millisecond. */
const places_per_turn = 4_096

export class SafetyCheck {
  readonly issues: Array<Issue> = []
  private readonly pending: Array<Place>
  private readonly options: SafetyOptions

  constructor(root: unknown, options: SafetyOptions) {
    this.options = options
    this.pending = [{ value: root, above: undefined, step: "" }]
  }

  /** One turn further; true when all has been seen, or enough. */
  advance(): boolean {
    for (let looked = 0; looked < places_per_turn; looked++) {
      const place = this.pending.pop()
      if (place === undefined) return true
      this.look(place)
      // One more than will be shown, so that whoever shows them can tell that there are more.
      if (this.issues.length > limits.issues_max) return true
    }
    return false
  }

  private report(path: ReadonlyArray<string | number>, problem: string): void {
    this.issues.push({ path, message: `${path.join(".") || "body"} ${problem}` })
  }

  private look(place: Place): void {
    const { value } = place
    if (typeof value === "string") {
      const problem = textProblem(value, this.options.length_max)
      if (problem !== undefined) this.report(pathOf(place), problem)
    } else if (typeof value === "number") {
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
        this.report(pathOf(place), "must be a number between -(2^53-1) and 2^53-1")
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--)
        this.pending.push({ value: value[index], above: place, step: index })
    } else if (typeof value === "object" && value !== null) this.enter(place, Object.entries(value))
  }

  private enter(place: Place, entries: ReadonlyArray<readonly [string, unknown]>): void {
    const { keys_max, own } = this.options
    if (keys_max !== undefined && entries.length > keys_max)
      return this.report(pathOf(place), `must not hold more than ${keys_max} properties`)
    for (const [key, value] of entries) {
      if (this.issues.length > limits.issues_max) return
      const problem = textProblem(key)
      if (forbiddenKeys.has(key))
        this.issues.push({ path: pathOf(place, key), message: `property ${key} should not exist` })
      else if (problem !== undefined) this.issues.push({ path: pathOf(place), message: `a property name ${problem}` })
      else if (key !== own || place.above !== undefined || !Array.isArray(value))
        this.pending.push({ value, above: place, step: key })
    }
  }
}
