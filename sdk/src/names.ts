/**
 * Names: the wire says `user_id`, callers say `userId`. Renaming goes by the schema: a `Shape` says where in a value
 * names are not the contract's own, and stay.
 */

/**
 * What differs from "every name is the contract's": `0` is free-form JSON, untouched; `[shape]` a map, whose keys stay
 * and whose values are renamed by `shape`; an object has the fields, by their wire names, that differ below. Lists are
 * looked through.
 */
export type Shape = 0 | readonly [Shape?] | { readonly [field: string]: Shape }

export const toCamel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const below = (shape: Shape | undefined, field: string): Shape | undefined =>
  typeof shape === "object" && Object.hasOwn(shape, field)
    ? (shape as Readonly<Record<string, Shape>>)[field]
    : undefined

const rename = (value: unknown, to: "camel" | "snake", shape: Shape | undefined): unknown => {
  if (shape === 0 || typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((element) => rename(element, to, shape))
  // A Date, or whatever else says itself how it is written.
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (Array.isArray(shape)) return [key, rename(child, to, shape[0])]
      const name = to === "camel" ? toCamel(key) : toSnake(key)
      return [name, rename(child, to, below(shape, to === "camel" ? key : name))]
    })
  )
}

/** What a caller gives, as the wire has it. */
export const encode = (value: unknown, shape?: Shape) => rename(value, "snake", shape)

/** What came over the wire, as callers see it. Fields this version does not know come along. */
export const decode = (value: unknown, shape?: Shape) => rename(value, "camel", shape)
