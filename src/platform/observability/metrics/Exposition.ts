/**
 * What a scraper is told, in the Prometheus text format. The cluster library tells of itself without explaining
 * anything, and of time in milliseconds: here its metrics get the names, units and words of the catalogue.
 */
import { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { catalogue } from "./Catalogue.ts"
import { type Family, scaleOf } from "./Family.ts"

const foreign = new Map(
  catalogue.flatMap((family) => (family.foreign === undefined ? [] : [[family.foreign, family] as const]))
)

/** Whose samples these are: those of a histogram carry its name with an ending. */
const ownerOf = (sample: string): Family | undefined =>
  foreign.get(sample) ?? foreign.get(sample.replace(/_(bucket|sum|count)$/, ""))

const scaled = (text: string, scale: number): string => (text === "+Inf" ? text : String(Number(text) * scale))

const retell = (family: Family, line: string): string => {
  const [, ending = "", labels = "", value = ""] =
    /^[a-z_]+?(_bucket|_sum|_count|)(\{.*\})? (\S+)$/.exec(line.replace(family.foreign!, "x")) ?? []
  const scale = scaleOf(family)
  const told = labels.replace(/le="([^"]+)"/, (_, bound: string) => `le="${scaled(bound, scale)}"`)
  return `${family.name}${ending}${told} ${ending === "_bucket" || ending === "_count" ? value : scaled(value, scale)}`
}

/** The library's own words about a metric of the catalogue give way to ours; everything else stays as it is. */
export const explained = (text: string): string =>
  text
    .split("\n")
    .flatMap((line) => {
      const [, about, name = "", kind] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
      if (about === undefined) {
        const family = line === "" ? undefined : ownerOf(/^[a-zA-Z_:][\w:]*/.exec(line)?.[0] ?? "")
        return [family === undefined ? line : retell(family, line)]
      }
      const family = foreign.get(name)
      if (family === undefined) return [line]
      return about === "HELP" ? [] : [`# HELP ${family.name} ${family.answers}`, `# TYPE ${family.name} ${kind}`]
    })
    .join("\n")

export const exposition = Effect.map(PrometheusMetrics.format(), explained)
