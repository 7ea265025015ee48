/**
 * What a piece of work costs everybody else in the process: the processor time of its longest turn of the event loop
 * and the memory it needs at its peak. Both are of this thread and this process, whatever else the machine is busy
 * with: a turn that waits for a processor costs nothing here.
 */
import { Effect } from "effect"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

export interface Cost {
  readonly turn_ms: number
  readonly growth_mb: number
}

/** Turns between two looks are counted together; a look comes with the first turn after this. */
const look_ms = 1

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

/** What `process.memoryUsage` calls `heapUsed` and `external`; that also asks the system for what nobody wants here. */
const used = () => {
  const { external_memory, used_heap_size } = getHeapStatistics()
  return used_heap_size + external_memory
}
const spent = () => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

/**
 * Growth is counted from what was held when nothing was left of earlier work. Garbage of that only makes it larger, so
 * what is below this with all garbage has grown by less; what is above is looked at again without it.
 */
const suspicious = 96 * 1_048_576
/** A collection looks through the whole heap, which takes longer than most work: garbage may gather first. */
const garbage_max = 64 * 1_048_576
let settled = 0

/** The work and what it cost. */
export const costOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    if (used() > settled + garbage_max) {
      collectGarbage()
      settled = used()
    }
    const before = Math.min(settled, used())
    let last = spent()
    let turn_ms = 0
    let peak = before
    const watch = setInterval(() => {
      const now = spent()
      turn_ms = Math.max(turn_ms, now - last)
      last = now
      const held = used()
      if (held - before < suspicious) peak = Math.max(peak, held)
      else {
        // What the collector has not come to yet is not needed; its own time is nobody's turn.
        collectGarbage()
        peak = Math.max(peak, used())
        last = spent()
      }
    }, look_ms)
    const result = yield* Effect.ensuring(
      work,
      Effect.sync(() => clearInterval(watch))
    )
    const cost: Cost = { turn_ms: Math.max(turn_ms, spent() - last), growth_mb: (peak - before) / 1_048_576 }
    return [result, cost] as const
  })
