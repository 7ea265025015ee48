/** The text a node answers at /metrics, as Prometheus would read it. */
import { catalogue } from "../../../src/platform/observability/metrics/Catalogue.ts"

export interface Sample {
  /** with the suffix of histograms: `_bucket`, `_sum`, `_count` */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Scrape {
  readonly samples: ReadonlyArray<Sample>
  /** kind by family */
  readonly kinds: ReadonlyMap<string, string>
  /** of the one sample with this name and these labels; 0 when there is none */
  value(name: string, labels?: Readonly<Record<string, string>>): number
  /** the samples of a family, suffixes included */
  of(family: string): ReadonlyArray<Sample>
}

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([^}]*)\})? (\S+)$/
const labelPair = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

const sampleOf = (line: string): Sample => {
  const [, name, labels = "", value] = sampleLine.exec(line) ?? []
  if (name === undefined) throw new Error(`no line of the Prometheus format: ${line}`)
  return {
    name,
    labels: Object.fromEntries(Array.from(labels.matchAll(labelPair), ([, key, text]) => [key, text])),
    value: value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value)
  }
}

export const familyOf = (sample: string): string => {
  const base = sample.replace(/_(bucket|sum|count)$/, "")
  return catalogue.some(({ kind, name }) => name === base && kind === "histogram") ? base : sample
}

export const readScrape = (text: string): Scrape => {
  const lines = text.split("\n").filter((line) => line !== "")
  const samples = lines.filter((line) => !line.startsWith("#")).map(sampleOf)
  return {
    samples,
    kinds: new Map(
      lines.flatMap((line) => {
        const [, name, kind] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
        return name === undefined || kind === undefined ? [] : [[name, kind] as const]
      })
    ),
    value: (name, labels = {}) =>
      samples.find(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value)
      )?.value ?? 0,
    of: (family) => samples.filter(({ name }) => familyOf(name) === family)
  }
}
