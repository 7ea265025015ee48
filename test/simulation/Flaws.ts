/**
 * Promises that can be broken on purpose, in the database or between the actors and the journal: what a simulation is
 * worth shows in whether it notices.
 */
import type { ChangeSet } from "../../src/buddy/journal/ChangeSet.ts"
import type { Engine } from "../../src/buddy/actor/Engine.ts"
import type { Journal, Writer } from "../../src/buddy/journal/Journal.ts"
import type { Outcome } from "../../src/buddy/journal/Outcome.ts"
import { decide } from "../../src/engine/core/decide.ts"

export interface Flaws {
  /** takes a change whatever version it was decided on */
  readonly anyVersion?: boolean
  /** takes an event a second time */
  readonly anyEvent?: boolean
  /** takes a command a second time */
  readonly anyCommand?: boolean
  /** lets a rule spend more than its budget */
  readonly anyBudget?: boolean
  /** keeps what a refused batch wrote before it was refused */
  readonly halfBatches?: boolean
  /** now and then loses a row of the ledger */
  readonly losesLedger?: boolean
  /** now and then keeps the old head of a ledger */
  readonly losesHead?: boolean
  /** now and then loses what explains a manual change */
  readonly losesChange?: boolean
  /** now and then loses a webhook */
  readonly losesDelivery?: boolean
  /** counts no usage for batches that were told apart */
  readonly losesUsage?: boolean
  /** does not know which events and commands it has */
  readonly forgets?: boolean
  /** callers hear of their commit before it has happened */
  readonly answersEarly?: boolean
  /** now and then a change set of a batch is left out, and nobody is told */
  readonly dropsItem?: boolean
  /** an open outcome is told as a refusal */
  readonly deniesUnknown?: boolean
  /** takes events back by facts that were read before others came */
  readonly trustsOldFacts?: boolean
  /** forgets what stayed of an event that was taken back */
  readonly forgetsRemains?: boolean
  /** counts for what is closed */
  readonly noFence?: boolean
  /** takes a receipt a second time */
  readonly anyReceipt?: boolean
  /** does not know the statement that loads a buddy */
  readonly unlearnsLoad?: boolean
  /** now and then an outcome is told to nobody */
  readonly swallowsOutcome?: boolean
}

const committed: Outcome = { _tag: "Committed" }

/** How seldom "now and then" is. */
const seldom = 0.05

/** The writer as the journal sees it, with what the flaws make of its change sets and outcomes. */
const flawed = (writer: Writer, flaws: Flaws, draw: () => number): Writer => {
  let isAnswered = false
  const conclude = (outcome: Outcome) => {
    if (isAnswered) return
    isAnswered = true
    if (flaws.swallowsOutcome === true && draw() < seldom) return
    if (flaws.deniesUnknown !== true || outcome._tag !== "Unknown") return writer.conclude(outcome)
    writer.conclude({ _tag: "Refused", code: "25006", message: "refused" })
  }
  return {
    prepare: () => {
      const change: ChangeSet | undefined = writer.prepare()
      if (change === undefined) return undefined
      if (flaws.dropsItem === true && draw() < seldom) {
        conclude(committed)
        return undefined
      }
      if (flaws.answersEarly === true) conclude(committed)
      return change
    },
    conclude
  }
}

/** The real rules, or nearly. */
export const rulesWith =
  ({ forgetsRemains, trustsOldFacts }: Flaws): Engine["decide"] =>
  (snapshot, state, command, context) => {
    const isTrusting = trustsOldFacts === true && command._tag === "Reverse"
    const told = isTrusting ? { ...command, event: { ...command.event, as_of: null } } : command
    const decision = decide(snapshot, state, told, context)
    if (forgetsRemains !== true || decision._tag === "Rejected") return decision
    const { remains: _forgotten, ...rest } = decision.state
    return { ...decision, state: rest }
  }

/** `observe` hears of every outcome before its writer does. */
export const watchJournal = (
  journal: Journal["Service"],
  options: {
    readonly flaws: Flaws
    readonly draw: () => number
    readonly observe: (change: ChangeSet, outcome: Outcome) => void
  }
): Journal["Service"] => ({
  ...journal,
  enqueue: (writer) => {
    let change: ChangeSet | undefined
    const inner = flawed(writer, options.flaws, options.draw)
    journal.enqueue({
      prepare: () => (change = inner.prepare()),
      conclude: (outcome) => {
        options.observe(change!, outcome)
        inner.conclude(outcome)
      }
    })
  }
})
