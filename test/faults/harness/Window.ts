/** When faults happened, and what they did to the clients: pure arithmetic over the op log. Times are epoch ms. */
import type { Op } from "./OpLog.ts"

export interface FaultWindow {
  /** when something was broken */
  readonly strikes: ReadonlyArray<number>
  /** from when on a buddy is expected to come back: the faults themselves, or the moments they were taken back */
  readonly marks: ReadonlyArray<number>
  readonly from: number
  /** the last fault was over, and had time to be forgotten */
  readonly to: number
}

/** How long a client of the buddy waited, counted from the mark if it waited already then. */
const waitOf = (op: Op, marks: ReadonlyArray<number>): number =>
  op.end - (marks.find((mark) => mark > op.start && mark < op.end) ?? op.start)

export interface Recovery {
  readonly p50_ms: number
  readonly max_ms: number
  /** the operation that waited longest */
  readonly slowest: Op | undefined
  /** lanes that never succeeded again after the last mark */
  readonly dead: ReadonlyArray<string>
}

const middle = (sorted: ReadonlyArray<number>) => sorted[Math.floor((sorted.length - 1) / 2)] ?? 0

/** The longest wait of each lane for an operation that was under way at a mark or began after it. */
export const recoveryOf = (ops: ReadonlyArray<Op>, { marks, to }: FaultWindow): Recovery => {
  const [first = 0] = marks
  const last = marks.at(-1) ?? 0
  const waits = new Map<string, number>()
  const alive = new Set<string>()
  let slowest: Op | undefined
  for (const op of ops) {
    if (op.outcome === "unknown" || op.end < first) continue
    if (op.end >= last) alive.add(op.lane)
    if (op.start >= to) continue
    waits.set(op.lane, Math.max(waits.get(op.lane) ?? 0, waitOf(op, marks)))
    if (slowest === undefined || waitOf(op, marks) > waitOf(slowest, marks)) slowest = op
  }
  const sorted = [...waits.values()].sort((left, right) => left - right)
  const lanes = new Set(ops.map((op) => op.lane))
  const dead = [...lanes].filter((lane) => !alive.has(lane))
  return { p50_ms: middle(sorted), max_ms: sorted.at(-1) ?? 0, slowest, dead }
}

const disturbed_ms = 500

/** Operations a fault met: under way when it struck, or begun before it was over and not served at once. */
export const hitsOf = (ops: ReadonlyArray<Op>, { from, strikes, to }: FaultWindow): number =>
  ops.filter(
    ({ attempts, end, start }) =>
      strikes.some((strike) => start <= strike && end >= strike) ||
      (start >= from &&
        start <= to &&
        (end - start > disturbed_ms || attempts.some(({ seen }) => typeof seen === "string" || seen >= 500)))
  ).length

/**
 * Share of operations outside the window that got what they deserve at the first try; 0 when there were none. What was
 * under way when the fault struck is not outside.
 */
export const healthOutside = (ops: ReadonlyArray<Op>, { from, to }: FaultWindow): number => {
  const outside = ops.filter((op) => op.end < from || op.start > to)
  if (outside.length === 0) return 0
  const isHealthy = ({ attempts, kind, outcome }: Op) =>
    outcome === (kind === "overdraft" ? "refused" : "ok") &&
    attempts.every(({ seen }) => typeof seen === "number" && seen < 500)
  return outside.filter(isHealthy).length / outside.length
}
