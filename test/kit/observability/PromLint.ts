/** What `promtool check metrics` complains of in a scrape, for machines that do not have it; and promtool itself. */
import { spawnSync } from "node:child_process"

export const hasPromtool = spawnSync("promtool", ["--version"]).status === 0

/** The lines of its complaint; it ends with an error when there is one. */
export const promtool = (scrape: string): ReadonlyArray<string> => {
  const { status, stderr, stdout } = spawnSync("promtool", ["check", "metrics"], { input: scrape, encoding: "utf8" })
  const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.trim() !== "")
  return status === 0 || lines.length > 0 ? lines : [`promtool ended with ${status}`]
}

interface Told {
  readonly name: string
  readonly kind: string
  readonly help: string | undefined
  readonly labels: ReadonlyArray<string>
}

const families = (scrape: string): ReadonlyArray<Told> => {
  const help = new Map<string, string>()
  const kinds = new Map<string, string>()
  const labels = new Map<string, Set<string>>()
  for (const line of scrape.split("\n")) {
    const [, about, subject = "", words = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? []
    if (about === "HELP") help.set(subject, words)
    if (about === "TYPE") kinds.set(subject, words)
    const [, sample, list = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? /.exec(line) ?? []
    if (sample === undefined) continue
    const base = sample.replace(/_(bucket|sum|count)$/, "")
    const name = kinds.has(sample) ? sample : base
    const found = labels.get(name) ?? new Set()
    for (const [, label] of list.matchAll(/([a-zA-Z_]\w*)="(?:[^"\\]|\\.)*"/g)) found.add(label!)
    labels.set(name, found)
  }
  return [...labels].map(([name, found]) => ({
    name,
    kind: kinds.get(name) ?? "untyped",
    help: help.get(name),
    labels: [...found]
  }))
}

const abbreviations = ["s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d"]
const not_base_units =
  /_(milli|micro|nano|kilo|mega|giga|tera|kibi|mebi|gibi)(seconds|bytes|meters|grams|joules|volts|amperes)(_|$)/
const other_units = /_(minutes|hours|days|weeks|bits|percent|fahrenheit|kelvin)(_|$)/
const reserved = { le: "histogram", quantile: "summary" } as const

const faultsOf = ({ help, kind, labels, name }: Told): ReadonlyArray<string> => {
  const parts = name.split("_")
  const isOf = (...kinds: ReadonlyArray<string>) => kinds.includes(kind)
  const faults: Array<readonly [isFaulty: boolean, what: string]> = [
    [help === undefined || help === "", "no help text"],
    [kind === "counter" && !name.endsWith("_total"), "a counter ends with _total"],
    [kind !== "counter" && name.endsWith("_total"), "only counters end with _total"],
    [!isOf("histogram", "summary") && /_(count|sum)$/.test(name), "a name like the parts of histograms"],
    [kind !== "histogram" && name.endsWith("_bucket"), "a name like the parts of histograms"],
    [labels.some((label) => label in reserved && reserved[label as "le"] !== kind), "a label like those of histograms"],
    [/(^|_)(counter|gauge|histogram|summary)(_|$)/.test(name) && kind !== "untyped", "its kind stands in its name"],
    [name.includes(":"), "colons are for rules"],
    [[name, ...labels].some((word) => /[a-z][A-Z]/.test(word)), "camel case"],
    [parts.some((part) => abbreviations.includes(part)), "a unit that is abbreviated"],
    [not_base_units.test(name) || other_units.test(name), "not the base unit"]
  ]
  return faults.flatMap(([isFaulty, what]) => (isFaulty ? [`${name}: ${what}`] : []))
}

/** Empty: promtool is content. */
export const lint = (scrape: string): ReadonlyArray<string> => families(scrape).flatMap(faultsOf)
