/**
 * What a metric is, before it has a value: its name, its kind, its one label with every value the label can take, and
 * the question it answers. Handles are made once and are as cheap as an assignment, because the ingest path updates
 * several per event; a gauge that can be read is read when somebody scrapes, and costs nothing in between.
 */
import { Context, Metric } from "effect"

export interface Family<Value extends string = string> {
  /** as Prometheus sees it; counters end with `_total`, the unit stands last before that */
  readonly name: string
  readonly kind: "counter" | "gauge" | "histogram"
  /** the closed set of values bounds the number of series; values that code adds by itself are described instead */
  readonly label?: { readonly name: string; readonly values: ReadonlyArray<Value> | string }
  /** upper bounds of a histogram's buckets, as they are measured */
  readonly boundaries?: ReadonlyArray<number>
  /** measured in milliseconds: told in seconds, as everything is that Prometheus is told of time */
  readonly measured?: "ms"
  /** which nodes have it; `runner` means every node that owns shards */
  readonly nodes: "every" | "runner" | "api"
  /** the variable without which a node does not have it */
  readonly onlyWith?: string
  /** set by the cluster library, not by this code, which calls it so */
  readonly foreign?: string
  /** the question, as the person with the pager would ask it */
  readonly answers: string
}

export const family = <const Value extends string = never>(definition: Family<Value>): Family<Value> => definition

/** Round steps from a millisecond to what every limit of the service cuts off. */
export const milliseconds: ReadonlyArray<number> = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000
]

/** What a measured figure is multiplied with to be told. */
export const scaleOf = ({ measured }: Pick<Family, "measured">): number => (measured === "ms" ? 1e-3 : 1)

type Registry = Context.Context<never>

/** A series whose value lives here: nobody else writes it. */
const readOnly = <State>(get: () => State) => ({ get, update: () => {}, modify: () => {} })

const kept = new WeakMap<object, Map<string, Cell>>()

/** One cell per series and registry, so that everybody who asks for the series adds to the same number. */
const cellOf = ({ name }: Family, value: string | undefined, registry: Registry, register: (cell: Cell) => void) => {
  const series = Context.get(registry, Metric.MetricRegistry)
  const cells = kept.get(series) ?? new Map<string, Cell>()
  kept.set(series, cells)
  const key = `${name} ${value ?? ""}`
  const known = cells.get(key)
  if (known !== undefined) return known
  const cell = { value: 0 }
  cells.set(key, cell)
  register(cell)
  return cell
}

interface Cell {
  value: number
}

const optionsOf = ({ answers, label }: Family, value: string | undefined) => ({
  description: answers,
  ...(value === undefined || label === undefined ? {} : { attributes: { [label.name]: value } })
})

const valuesOf = <Value extends string>({ label, name }: Family<Value>): ReadonlyArray<Value> => {
  if (label === undefined || typeof label.values === "string") throw new Error(`${name} has no closed set of values`)
  return label.values
}

const byValue = <Value extends string, A>(definition: Family<Value>, make: (value: Value) => A) =>
  Object.fromEntries(valuesOf(definition).map((value) => [value, make(value)])) as Record<Value, A>

export interface Counter {
  add(count: number): void
}

const makeCounter = (definition: Family, registry: Registry, value?: string): Counter => {
  const cell = cellOf(definition, value, registry, (made) =>
    Metric.registerUnsafe(
      Metric.counter(definition.name, optionsOf(definition, value)),
      registry,
      readOnly(() => ({ count: made.value, incremental: true }))
    )
  )
  return {
    add: (count) => {
      cell.value += count
    }
  }
}

/** Exists from the start, with zero: a rate over a series that has just appeared is unknown. */
export const counter = (definition: Family, registry: Registry): Counter => makeCounter(definition, registry)

export const counters = <Value extends string>(
  definition: Family<Value>,
  registry: Registry
): Readonly<Record<Value, Counter>> => byValue(definition, (value) => makeCounter(definition, registry, value))

/**
 * Of a value that is known only when it comes. Whoever makes such series bounds how many there are, and takes back
 * those that are not wanted any more.
 */
export const passingCounter = (
  definition: Family,
  registry: Registry,
  value: string
): Counter & { readonly remove: () => void } => {
  const cell = { value: 0 }
  const { remove } = Metric.registerUnsafe(
    Metric.counter(definition.name, optionsOf(definition, value)),
    registry,
    readOnly(() => ({ count: cell.value, incremental: true }))
  )
  return {
    add: (count) => {
      cell.value += count
    },
    remove
  }
}

/** A counter somebody else keeps, read at each scrape. */
export const counted = (definition: Family, registry: Registry, read: () => number): void =>
  void Metric.registerUnsafe(
    Metric.counter(definition.name, optionsOf(definition, undefined)),
    registry,
    readOnly(() => ({ count: read(), incremental: true }))
  )

export interface Gauge {
  set(value: number): void
}

const makeGauge = (definition: Family, registry: Registry, value?: string): Gauge => {
  const cell = cellOf(definition, value, registry, (made) => register(definition, registry, value, () => made.value))
  return {
    set: (now) => {
      cell.value = now
    }
  }
}

export const gauge = (definition: Family, registry: Registry): Gauge => makeGauge(definition, registry)

export const gauges = <Value extends string>(
  definition: Family<Value>,
  registry: Registry
): Readonly<Record<Value, Gauge>> => byValue(definition, (value) => makeGauge(definition, registry, value))

const register = (definition: Family, registry: Registry, value: string | undefined, read: () => number) =>
  void Metric.registerUnsafe(
    Metric.gauge(definition.name, optionsOf(definition, value)),
    registry,
    readOnly(() => ({ value: read() * scaleOf(definition) }))
  )

/** Read at each scrape. */
export const observed = (definition: Family, registry: Registry, read: () => number): void =>
  register(definition, registry, undefined, read)

export const observedBy = <Value extends string>(
  definition: Family<Value>,
  registry: Registry,
  read: (value: Value) => number
): void => {
  for (const value of valuesOf(definition)) register(definition, registry, value, () => read(value))
}

export interface Histogram {
  /** in the unit it is measured in */
  observe(value: number): void
}

const makeHistogram = (definition: Family, registry: Registry, value?: string): Histogram => {
  const scale = scaleOf(definition)
  const histogram = Metric.histogram(definition.name, {
    ...optionsOf(definition, value),
    boundaries: (definition.boundaries ?? milliseconds).map((bound) => bound * scale)
  })
  // Asking for the value is what makes the series exist.
  histogram.valueUnsafe(registry)
  return { observe: (measured) => histogram.updateUnsafe(measured * scale, registry) }
}

export const histogram = (definition: Family, registry: Registry): Histogram => makeHistogram(definition, registry)

export const histograms = <Value extends string>(
  definition: Family<Value>,
  registry: Registry
): Readonly<Record<Value, Histogram>> => byValue(definition, (value) => makeHistogram(definition, registry, value))
