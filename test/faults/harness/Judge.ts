/**
 * What the client wrote down against what the database holds. Pure, so that the judge itself can be judged: its tests
 * plant each kind of lie and see it found.
 */
import type { Evidence } from "./Evidence.ts"
import { idsOf, isOpen, type Attempt, type Op } from "./OpLog.ts"
import { badge_coins, lesson_coins } from "./Tenants.ts"

export type Fault =
  /** acknowledged and not there */
  | "lost"
  /** there more than once, or paid more than once */
  | "doubled"
  /** refused and there all the same */
  | "refused_but_happened"
  /** operations of one client at one buddy stand in another order than he did them */
  | "reordered"
  /** the answer says something else than the ledger */
  | "wrong_answer"
  /** an answer the contract does not allow: no success, not what the operation deserves, no 503 with Retry-After */
  | "bad_status"
  /** a refused or broken connection although every node that serves clients was up */
  | "broken_connection"
  /** answered, and later than the scenario promises */
  | "slow"
  /** an operation the client gave up on */
  | "gave_up"
  /** an operation of the service that has not ended */
  | "unfinished"

export interface Finding {
  readonly fault: Fault
  readonly op: string
  readonly words: string
}

export interface Expectation {
  /** whether the scenario takes away nodes that clients talk to */
  readonly takesApiNodes: boolean
}

const finding = (fault: Fault, op: Op, words: string): Finding => ({ fault, op: op.id, words })

interface Count {
  /** how often it stands in the database, 0, 1 or too often */
  readonly times: number
  readonly words: string
}

const expectedCoins: Readonly<Record<Op["kind"], number | undefined>> = {
  event: lesson_coins,
  batch: 2 * lesson_coins,
  coins: 7,
  badge: badge_coins,
  overdraft: undefined,
  hatch: undefined
}

const paid = (op: Op, evidence: Evidence) =>
  idsOf(op)
    .flatMap((id) => evidence.coins.get(id) ?? [])
    .reduce((sum, { amount }) => sum + amount, 0)

/** One event: whether it stands there, and how often it was paid. */
const countOfEvent = (id: string, evidence: Evidence) => {
  const entries = (evidence.coins.get(id) ?? []).length
  const events = evidence.events.has(id) ? 1 : 0
  return { times: Math.max(events, entries), words: `${events} events, ${entries} ledger entries` }
}

/** Rows that stand for the operation. Parts that disagree count as the most of them. */
const countOf = (op: Op, evidence: Evidence): Count => {
  const entries = (evidence.coins.get(op.id) ?? []).length
  switch (op.kind) {
    case "event":
    case "batch": {
      const each = idsOf(op).map((id) => countOfEvent(id, evidence))
      return { times: Math.max(...each.map(({ times }) => times)), words: each.map(({ words }) => words).join("; ") }
    }
    case "coins":
    case "overdraft":
      return { times: entries, words: `${entries} ledger entries` }
    case "badge": {
      const badges = (evidence.badges.get(op.id) ?? []).length
      return { times: badges, words: `${badges} badges` }
    }
    case "hatch": {
      const { buddies, completed, eggs, open } = evidence.hatches.get(op.id) ?? noHatch
      const words = `${eggs} eggs, ${buddies} buddies, ${completed} operations completed, ${open} open`
      return { times: Math.max(eggs, buddies, completed), words }
    }
  }
}

const noHatch = { eggs: 0, buddies: 0, completed: 0, open: 0 }

/** Said to be accepted as a whole. */
const isPartLost = (op: Op, { events }: Evidence): boolean =>
  op.outcome === "ok" && !idsOf(op).every((id) => events.has(id))

/** A part is missing although another one is there. */
const isHalf = (op: Op, evidence: Evidence): boolean => {
  if (op.kind === "event" || op.kind === "batch")
    return idsOf(op).some((id) => evidence.events.has(id) !== evidence.coins.has(id)) || isPartLost(op, evidence)
  if (op.kind !== "hatch") return false
  const { buddies, completed, eggs } = evidence.hatches.get(op.id) ?? noHatch
  return op.outcome === "ok" && (eggs !== 1 || buddies !== 1 || completed !== 1)
}

const judgeExistence = (op: Op, evidence: Evidence): ReadonlyArray<Finding> => {
  const { times, words } = countOf(op, evidence)
  if (times > 1) return [finding("doubled", op, words)]
  if (op.outcome === "refused" && times > 0) return [finding("refused_but_happened", op, words)]
  if (op.kind === "hatch" && (evidence.hatches.get(op.id)?.open ?? 0) > 0) return [finding("unfinished", op, words)]
  if (op.outcome === "ok" && times === 0) return [finding("lost", op, words)]
  if (isHalf(op, evidence)) return [finding("lost", op, `only a part is there: ${words}`)]
  return []
}

const judgeAnswer = (op: Op, evidence: Evidence): ReadonlyArray<Finding> => {
  const coins = paid(op, evidence)
  if (op.outcome !== "ok" || op.coins === undefined || !evidence.coins.has(op.id)) return []
  if (op.coins !== coins) return [finding("wrong_answer", op, `answered ${op.coins} coins, the ledger has ${coins}`)]
  const expected = expectedCoins[op.kind]
  return expected === coins ? [] : [finding("wrong_answer", op, `${coins} coins instead of ${expected}`)]
}

const judgeAttempt = (op: Op, { node, retry_after, seen }: Attempt, { takesApiNodes }: Expectation) => {
  if (seen === "silent") return [finding("bad_status", op, `${node} did not answer at all`)]
  if (typeof seen === "string") {
    return takesApiNodes ? [] : [finding("broken_connection", op, `${node}: connection ${seen}`)]
  }
  // A tenant whose requests wait for a lost node fills its own places, and is told to come back like everybody else.
  if (seen === 503 || seen === 429) {
    return retry_after ? [] : [finding("bad_status", op, `${node}: ${seen} without Retry-After`)]
  }
  const deserved = op.kind === "overdraft" ? seen === 402 : seen >= 200 && seen < 300
  return deserved ? [] : [finding("bad_status", op, `${node}: ${seen}`)]
}

/** Position among the effects of one kind on one buddy; undefined: nothing that has a position. */
const placeOf = (op: Op, evidence: Evidence): readonly [chain: string, place: number] | undefined => {
  const entry = evidence.coins.get(op.id)?.[0]
  if (entry !== undefined) return [`${op.lane} coins`, entry.seq]
  const badge = evidence.badges.get(op.id)?.[0]
  return badge === undefined ? undefined : [`${op.lane} badges`, badge.times]
}

const judgeOrder = (ops: ReadonlyArray<Op>, evidence: Evidence): ReadonlyArray<Finding> => {
  const last = new Map<string, readonly [place: number, op: Op]>()
  const findings: Array<Finding> = []
  for (const op of ops.filter(({ outcome }) => outcome === "ok").sort((left, right) => left.start - right.start)) {
    const found = placeOf(op, evidence)
    if (found === undefined) continue
    const [chain, place] = found
    const before = last.get(chain)
    if (before !== undefined && before[0] >= place && before[1].end <= op.start) {
      findings.push(finding("reordered", op, `place ${place} comes after ${before[0]} of ${before[1].id}`))
    }
    last.set(chain, [place, op])
  }
  return findings
}

export const judge = (ops: ReadonlyArray<Op>, evidence: Evidence, expectation: Expectation): ReadonlyArray<Finding> => [
  ...ops.flatMap((op) => [
    ...judgeExistence(op, evidence),
    ...judgeAnswer(op, evidence),
    ...op.attempts.flatMap((attempt) => judgeAttempt(op, attempt, expectation)),
    ...(isOpen(op) || op.outcome === "unknown" ? [finding("gave_up", op, "the client never heard")] : [])
  ]),
  ...judgeOrder(ops, evidence)
]
