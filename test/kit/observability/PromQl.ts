/**
 * Reads a PromQL expression as far as it takes to judge it against the catalogue: which series it selects, by which
 * labels, inside which function, and by which labels it groups. What it does not know it refuses.
 */
import type { Family } from "../../../src/platform/observability/metrics/Family.ts"

const functions = [
  "rate",
  "increase",
  "resets",
  "histogram_quantile",
  "sum",
  "min",
  "max",
  "count",
  "min_over_time",
  "time",
  "vector"
]
const groupings = ["by", "without", "on", "ignoring"]
const operators = ["and", "or", "unless", "bool"]
/** Which node a series comes from: Prometheus adds these when it scrapes. */
const targetLabels = ["instance", "role", "job"]
/** What Prometheus itself knows of a target. */
const ownSeries = ["up"]

const token = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d[\d.e+]*|=~|!~|!=|[=<>]=?|[(){},+*/-]/g

interface Selector {
  readonly name: string
  readonly matchers: ReadonlyArray<{ readonly label: string; readonly operator: string; readonly value: string }>
  /** the innermost function around it */
  readonly inside: string | undefined
  readonly hasRange: boolean
}

interface Expression {
  readonly selectors: ReadonlyArray<Selector>
  /** labels of `by (...)` and its like */
  readonly grouped: ReadonlyArray<string>
}

export const readExpression = (text: string): Expression => {
  const tokens = text.match(token) ?? []
  // Blanks between words do not count; those inside quotes do.
  const written = text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ""))
  if (tokens.join("") !== written) throw new Error(`characters that are no PromQL: ${text}`)
  const selectors: Array<Selector> = []
  const grouped: Array<string> = []
  const open: Array<string | undefined> = []
  let at = 0
  const labels = () => {
    if (tokens[at++] !== "(") throw new Error(`a grouping without labels: ${text}`)
    while (tokens[at] !== ")") {
      if (tokens[at] !== ",") grouped.push(tokens[at]!)
      at++
    }
    at++
  }
  const matchersOf = () => {
    const matchers: Array<Selector["matchers"][number]> = []
    at++
    while (tokens[at] !== "}") {
      if (tokens[at] === ",") {
        at++
        continue
      }
      const [label, operator, value] = tokens.slice(at, at + 3)
      matchers.push({ label: label!, operator: operator!, value: JSON.parse(value!) as string })
      at += 3
    }
    at++
    return matchers
  }
  while (at < tokens.length) {
    const word = tokens[at]!
    at++
    if (word === "(") open.push(undefined)
    else if (word === ")") open.pop()
    else if (groupings.includes(word)) labels()
    else if (!/^[a-zA-Z_:]/.test(word) || operators.includes(word)) continue
    else if (functions.includes(word)) {
      if (groupings.includes(tokens[at]!)) {
        at++
        labels()
      }
      if (tokens[at++] !== "(") throw new Error(`${word} is called with nothing: ${text}`)
      open.push(word)
    } else {
      const matchers = tokens[at] === "{" ? matchersOf() : []
      const hasRange = tokens[at]?.startsWith("[") === true
      if (hasRange) at++
      selectors.push({ name: word, matchers, inside: open.findLast((name) => name !== undefined), hasRange })
    }
  }
  return { selectors, grouped }
}

const judgeSelector = (families: ReadonlyMap<string, Family>, selector: Selector): ReadonlyArray<string> => {
  const { hasRange, inside, matchers, name } = selector
  const base = name.replace(/_(bucket|sum|count)$/, "")
  const family = families.get(name) ?? families.get(base)
  if (family === undefined) return ownSeries.includes(name) ? [] : [`${name} is no metric`]
  const faults: Array<string> = []
  if (family.kind === "histogram" && base === name) faults.push(`${name} is a histogram: say _bucket, _sum or _count`)
  if (family.kind !== "histogram" && family.name !== name) faults.push(`${name} is no metric`)
  const isRate = inside === "rate" || inside === "increase"
  if (isRate === (family.kind === "gauge")) faults.push(`${name} is a ${family.kind}: not ${inside ?? "plain"}`)
  if (isRate && !hasRange) faults.push(`${name} has no range`)
  for (const { label, operator, value } of matchers) {
    if (targetLabels.includes(label) || (label === "le" && family.kind === "histogram")) continue
    if (label !== family.label?.name) faults.push(`${name} has no label ${label}`)
    else if (typeof family.label.values !== "string" && (operator === "=" || operator === "!=")) {
      if (!family.label.values.includes(value)) faults.push(`${name} is never ${label}=${value}`)
    } else if (typeof family.label.values !== "string") faults.push(`${name}: name the value of ${label}`)
  }
  return faults
}

/** What is wrong with an expression; nothing when every name and label in it exists and is used as its kind wants. */
export const judgeExpression = (catalogue: ReadonlyArray<Family>, text: string): ReadonlyArray<string> => {
  const families = new Map(catalogue.map((family) => [family.name, family]))
  const { grouped, selectors } = readExpression(text)
  const faults = selectors.flatMap((selector) => judgeSelector(families, selector))
  if (selectors.length === 0) faults.push("selects nothing")
  const labels = new Set([
    ...targetLabels,
    ...selectors.flatMap(({ name }) => {
      const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ""))
      return [...(family?.label === undefined ? [] : [family.label.name]), ...(name.endsWith("_bucket") ? ["le"] : [])]
    })
  ])
  for (const label of grouped) if (!labels.has(label)) faults.push(`groups by ${label}, which nothing in it has`)
  return faults.map((fault) => `${fault} (${text})`)
}
