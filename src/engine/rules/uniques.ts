import { beginning } from "../../wire/Beginning.ts"
import { own } from "../core/State.ts"
import type { Properties } from "./filters.ts"

const keyMax = 512

/**
 * The values a rule must not pay for twice, as one readable text: `"l-17",3`. A missing property counts as null. Texts
 * beyond 512 characters keep their beginning and get a checksum of the whole, so that long values stay distinct.
 */
export const uniqueKey = (names: ReadonlyArray<string>, properties: Properties): string => {
  const key = names.map((name) => stable(own(properties, name), 0)).join(",")
  return key.length <= keyMax ? key : `${beginning(key, keyMax - 32)}~${key.length}~${checksum(key)}`
}

/** JSON with sorted keys; what lies deeper than any edge lets in is cut off. */
const stable = (value: unknown, depth: number): string => {
  if (value === undefined || value === null) return "null"
  if (typeof value !== "object") return JSON.stringify(value) ?? "null"
  if (depth > 20) return '"..."'
  if (Array.isArray(value)) return `[${value.map((item) => stable(item, depth + 1)).join(",")}]`
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${stable(item, depth + 1)}`).join(",")}}`
}

/** FNV-1a over 64 bits in two halves with different seeds; not secret, only there to tell long texts apart. */
export const checksum = (text: string): string => half(text, 0x811c9dc5) + half(text, 0x01000193)

const half = (text: string, seed: number): string => {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, "0")
}
