/**
 * A valid body turned into many that are wrong in one place: each field with each wrong type, missing, at and past its
 * edges, beside fields nobody knows. The published schema says which of them must be refused.
 */
import { resolve } from "../contract/ApiContract.ts"
import { kinds, massAssignment, numbers, strangeTexts, times, tooLong, unstorable } from "./HostileValues.ts"
import { type JsonSchema, permits, typeOf } from "../contract/JsonSchema.ts"

export interface Mutation {
  readonly label: string
  readonly body: string
  /** the documented schema, or what no body may hold, rules it out */
  readonly refused: boolean
  /** words of the refusal */
  readonly says?: ReadonlyArray<string>
}

type Path = ReadonlyArray<string | number>

interface Place {
  readonly path: Path
  readonly schema: JsonSchema
  readonly value: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeOf(value) === "object"

/** The branch of a union the sample takes. */
const chosen = (given: JsonSchema, value: unknown): JsonSchema => {
  const schema = resolve(given)
  const branch = (schema.anyOf ?? schema.oneOf)?.find((option) => permits(option, value, resolve))
  return branch === undefined ? schema : chosen(branch, value)
}

/** Every place of the sample, outermost first; of a list only the first entry. */
const places = (given: JsonSchema, value: unknown, path: Path = []): ReadonlyArray<Place> => {
  const schema = chosen(given, value)
  const here: Place = { path, schema, value }
  if (Array.isArray(value)) {
    const [first] = value
    return schema.items === undefined || first === undefined
      ? [here]
      : [here, ...places(schema.items, first, [...path, 0])]
  }
  if (!isObject(value)) return [here]
  const below = Object.entries(value).flatMap(([name, child]) => {
    const known = schema.properties?.[name]
    return known === undefined ? [] : places(known, child, [...path, name])
  })
  return [here, ...below]
}

const placeholder = "@@raw@@"

const withAt = (value: unknown, [step, ...rest]: Path, change: (old: unknown) => unknown): unknown => {
  if (step === undefined) return change(value)
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? withAt(item, rest, change) : item))
  const record = value as Readonly<Record<string, unknown>>
  return { ...record, [step]: withAt(record[step], rest, change) }
}

const without = (value: unknown, path: Path): unknown =>
  withAt(value, path.slice(0, -1), (parent) => {
    const { [path.at(-1)!]: _, ...rest } = parent as Readonly<Record<string, unknown>>
    return rest
  })

/** The sample with JSON of the mutation's choice in one place: `1e400` and `-0` have no value of their own. */
const replaced = (sample: unknown, path: Path, json: string): string =>
  JSON.stringify(withAt(sample, path, () => placeholder)).replace(JSON.stringify(placeholder), () => json)

const isUnsafe = (value: unknown): boolean =>
  typeof value === "number" && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const unknownNames = (place: Place): ReadonlyArray<string> => {
  const known = Object.keys(place.schema.properties ?? {})
  const twin = known.map(camel).filter((name) => !known.includes(name))
  return [...massAssignment, "unknownField", ...twin.slice(0, 2)].filter((name) => !known.includes(name))
}

/** Of a hundred and more that a route has, few are looked at: a body is written, and judged, when it is asked for. */
const mutation = (
  { label, says }: Pick<Mutation, "label" | "says">,
  write: () => string,
  judge: (body: string) => boolean
): Mutation => {
  let body: string | undefined
  let refused: boolean | undefined
  return {
    label,
    ...(says === undefined ? {} : { says }),
    get body() {
      return (body ??= write())
    },
    get refused() {
      return (refused ??= judge(this.body))
    }
  }
}

/** Every mutation of one route's sample. */
export const mutationsOf = (schema: JsonSchema, sample: unknown): ReadonlyArray<Mutation> => {
  const all: Array<Mutation> = []
  const isRuledOut = (body: string) => !permits(schema, JSON.parse(body), resolve)
  const atPlace = ({ path }: Place, what: string, json: string, always: boolean) => {
    const isRefused = (body: string) => always || isUnsafe(JSON.parse(json)) || isRuledOut(body)
    all.push(mutation({ label: `${path.join(".")} = ${what}` }, () => replaced(sample, path, json), isRefused))
  }
  for (const place of places(schema, sample)) {
    const { path, schema: kind, value } = place
    const name = String(path.at(-1) ?? "")
    if (isObject(value) && kind.additionalProperties === false) {
      // All at once: a refusal names each of them.
      const added = Object.fromEntries(unknownNames(place).map((unknown) => [unknown, 1]))
      const body = () => JSON.stringify(withAt(sample, path, (old) => ({ ...(old as object), ...added })))
      const says = Object.keys(added).map((unknown) => `property ${unknown} should not exist`)
      all.push(mutation({ label: `${path.join(".")} with ${Object.keys(added).join()}`, says }, body, () => true))
    }
    if (path.length === 0) continue
    if (typeof path.at(-1) === "string") {
      const body = () => JSON.stringify(without(sample, path))
      all.push(mutation({ label: `without ${path.join(".")}` }, body, isRuledOut))
    }
    for (const [what, json] of Object.entries(kinds)) atPlace(place, what, json, false)
    if (kind.type === "integer" || kind.type === "number") {
      for (const number of numbers) atPlace(place, number, number, false)
    }
    if (kind.enum !== undefined) {
      for (const other of [`"no-such-choice"`, JSON.stringify(String(value).toUpperCase()), JSON.stringify([value])]) {
        atPlace(place, other, other, false)
      }
    }
    if (kind.type === "string") {
      for (const [what, text] of Object.entries(strangeTexts)) atPlace(place, what, JSON.stringify(text), false)
      for (const [what, text] of Object.entries(unstorable)) atPlace(place, what, JSON.stringify(text), true)
      atPlace(place, "10,001 characters", JSON.stringify(tooLong), (kind.maxLength ?? 0) < tooLong.length)
      if (/(_at|since|until|from|to|now)$/.test(name)) {
        for (const time of times) atPlace(place, time, JSON.stringify(time), false)
      }
    }
    if (Array.isArray(value)) {
      const [first = null] = value
      atPlace(place, "5,000 entries", JSON.stringify(Array.from({ length: 5_000 }, () => first)), false)
      atPlace(place, "a list in a list", JSON.stringify([value]), false)
    }
  }
  return all
}
