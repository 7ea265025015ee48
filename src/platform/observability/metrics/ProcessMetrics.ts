/** What every process says of itself, read when somebody scrapes. */
import { Effect, Layer, Metric } from "effect"
import { build } from "../Build.ts"
import { EventLoop } from "../EventLoop.ts"
import { counted, observed, observedBy } from "./Family.ts"
import { build as buildFamily, cpu, eventLoopLag, memory, uptime } from "./Node.ts"

const memoryOf = {
  rss: ({ rss }) => rss,
  heap_used: ({ heapUsed }) => heapUsed,
  heap_total: ({ heapTotal }) => heapTotal,
  external: ({ external }) => external
} as const satisfies Record<string, (usage: NodeJS.MemoryUsage) => number>

const lagOf = { p50: "p50_ms", p99: "p99_ms", max: "max_ms" } as const

/** Wants EventLoop. */
export const processMetrics = Layer.effectDiscard(
  Effect.gen(function* () {
    const registry = yield* Effect.context<never>()
    const loop = yield* EventLoop
    observedBy(eventLoopLag, registry, (point) => loop.lag()[lagOf[point]])
    observedBy(memory, registry, (kind) => memoryOf[kind](process.memoryUsage()))
    counted(cpu, registry, () => {
      const { system, user } = process.cpuUsage()
      return (system + user) / 1e6
    })
    observed(uptime, registry, () => process.uptime())
    yield* Metric.update(
      Metric.gauge(buildFamily.name, {
        description: buildFamily.answers,
        attributes: { version: build.version }
      }),
      1
    )
  })
)
