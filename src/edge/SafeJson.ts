/**
 * What a JSON body may hold, whatever route it goes to: bounded depth and size, no text Postgres would change or
 * refuse, no keys that reach for a prototype, no numbers that lost digits on the way in. Checked on the parsed value,
 * iteratively (a deep body must not overflow our own stack).
 */
import { limits } from "../wire/Limits.ts"

export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"])
const issuesMax = 20

const textProblem = (text: string, length_max: number = limits.string_length_max): string | undefined =>
  text.length > length_max
    ? `must not be longer than ${length_max} characters`
    : text.includes("\u0000")
      ? "must not contain NUL"
      : text.isWellFormed()
        ? undefined
        : "must be well-formed Unicode"

/**
 * Depth of the deepest bracket outside strings, from the text: JSON.parse of a hostile body is bounded, walking it
 * afterwards is not.
 */
export const textDepth = (json: string): number => {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (inString) {
      if (code === 92) index++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth)
    else if (code === 125 || code === 93) depth--
  }
  return deepest
}

type Pending = { readonly value: unknown; readonly path: ReadonlyArray<string | number> }

export const unsafeParts = (
  root: unknown,
  keysMax: number = limits.json_keys_max,
  lengthMax: number = limits.string_length_max
): ReadonlyArray<Issue> => {
  const issues: Array<Issue> = []
  const pending: Array<Pending> = [{ value: root, path: [] }]
  let keys = 0
  while (pending.length > 0 && issues.length < issuesMax) {
    const { path, value } = pending.pop()!
    if (typeof value === "string") {
      const problem = textProblem(value, lengthMax)
      if (problem !== undefined) issues.push({ path, message: `${path.join(".") || "body"} ${problem}` })
    } else if (typeof value === "number") {
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
        issues.push({ path, message: `${path.join(".") || "body"} must be a number between -(2^53-1) and 2^53-1` })
      }
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--)
        pending.push({ value: value[index], path: [...path, index] })
    } else if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        if (++keys > keysMax)
          return [...issues, { path: [], message: `body must not hold more than ${keysMax} properties` }]
        const problem = textProblem(key)
        if (forbiddenKeys.has(key)) issues.push({ path: [...path, key], message: `property ${key} should not exist` })
        else if (problem !== undefined) issues.push({ path, message: `a property name ${problem}` })
        else pending.push({ value: child, path: [...path, key] })
      }
    }
  }
  return issues
}
