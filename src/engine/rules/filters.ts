import { beginning } from "../../wire/Beginning.ts"
import type { Filter } from "../../wire/content/Shared.ts"
import { own } from "../core/State.ts"

export type Properties = Readonly<Record<string, unknown>>
type Test = (actual: unknown) => boolean

/** Filters compiled once per config version. */
export interface CompiledFilters {
  readonly match: "all" | "any"
  readonly filters: ReadonlyArray<Filter>
  readonly tests: ReadonlyArray<Test>
}

export const compileFilters = (filters: ReadonlyArray<Filter>, match: "all" | "any" = "all"): CompiledFilters => ({
  match,
  filters,
  tests: filters.map(compileFilter)
})

const missing = (actual: unknown): boolean => actual === undefined || actual === null

const compileFilter = ({ operator, value }: Filter): Test => {
  switch (operator) {
    case "eq":
      return (actual) => actual === value
    case "neq":
      return (actual) => actual !== value
    case "gt":
      return ordered((actual, bound) => actual > bound, value)
    case "gte":
      return ordered((actual, bound) => actual >= bound, value)
    case "lt":
      return ordered((actual, bound) => actual < bound, value)
    case "lte":
      return ordered((actual, bound) => actual <= bound, value)
    case "in":
      return memberOf(value)
    case "not_in": {
      const isMember = memberOf(value)
      return (actual) => !isMember(actual)
    }
    case "contains":
      return (actual) =>
        typeof actual === "string" ? actual.includes(String(value)) : Array.isArray(actual) && actual.includes(value)
    case "exists":
      return (actual) => missing(actual) !== value
  }
}

/** Numbers compare with numbers and texts with texts (by code unit); anything else is false. */
const ordered = (
  compare: (actual: number | string, bound: number | string) => boolean,
  bound: Filter["value"]
): Test => {
  if (typeof bound === "number") return (actual) => typeof actual === "number" && compare(actual, bound)
  if (typeof bound === "string") return (actual) => typeof actual === "string" && compare(actual, bound)
  return () => false
}

const memberOf = (value: Filter["value"]): Test => {
  const members = new Set<unknown>(Array.isArray(value) ? value : [value])
  return (actual) => members.has(actual)
}

/** The place of the first failing filter, or -1 when the trigger holds. */
export const firstFailure = (compiled: CompiledFilters, properties: Properties): number => {
  const { filters, match, tests } = compiled
  let failure = -1
  for (let index = 0; index < tests.length; index += 1) {
    const passed = tests[index]!(own(properties, filters[index]!.property))
    if (passed && match === "any") return -1
    if (!passed && match === "all") return index
    if (!passed && failure < 0) failure = index
  }
  return failure
}

/** Why a trigger did not hold, small enough for a trace whatever the client sent. */
export const filterDetail = (compiled: CompiledFilters, failure: number, properties: Properties) => {
  const { operator, property, value } = compiled.filters[failure]!
  return { property, operator, expected: value, actual: brief(own(properties, property)) }
}

export const brief = (value: unknown): unknown => {
  if (typeof value === "string") return value.length > 200 ? `${beginning(value, 200)}...` : value
  if (typeof value === "number" || typeof value === "boolean") return value
  if (value === undefined || value === null) return null
  return Array.isArray(value) ? "[list]" : "[object]"
}
