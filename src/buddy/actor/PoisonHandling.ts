/**
 * What an actor does with a request that can never be carried out: the rules broke on it, or Postgres refuses its
 * change for good. Only this request fails. It is a fault of the service, so its sender hears an internal error, the
 * same one each time, and an operator finds the request among the dead letters.
 */
import { Exit, Result } from "effect"
import type { DeadLetters } from "../../platform/deadletters/DeadLetters.ts"
import { letter_attempts_max, type LetterKey, type NewLetter } from "../../platform/deadletters/DeadLetterStore.ts"
import type { Outcome } from "../journal/Outcome.ts"
import { CommandRejected, markOf } from "../Protocol.ts"
import type { Answer, BuddyFailure, BuddyReply, BuddyRequest, Pending } from "../Protocol.ts"
import { repeatedAnswer, type StoredAnswer } from "./Store.ts"

/** Why something can never be carried out. */
export class Poison extends Error {
  override readonly name = "Poison"
  /** of Postgres, when it was the one who refused */
  readonly sqlstate: string | null

  constructor(message: string, options: { readonly sqlstate?: string | undefined; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.sqlstate = options.sqlstate ?? null
  }
}

/** What Postgres said to a change it will never store. */
export const refusal = ({ code, message }: Extract<Outcome, { readonly _tag: "Refused" }>): Poison =>
  new Poison(`the database refused a change (${code}): ${message}`, { sqlstate: code })

const refusedWith = (code: "terms_outdated" | "already_granted") => Exit.fail(new CommandRejected({ error: { code } }))
/** Outdated: only its caller can read anew what came along with a command. */
export const refusals = { Outdated: refusedWith("terms_outdated"), Granted: refusedWith("already_granted") }

/** What is known of requests that may have been executed before. */
export type FindStored = (
  customer_id: string,
  requests: ReadonlyArray<BuddyRequest>,
  done: Answer<ReadonlyArray<StoredAnswer>>
) => void

export interface Answering {
  /**
   * Gives a request its answer and takes it off the backlog; `resume` is called exactly once. What was executed before
   * gets its first answer even when it breaks now, and where that cannot be looked up the sender is to ask again; any
   * other defect is answered once an operator can see it. Nobody else waits for that.
   */
  readonly answer: (
    owner: { readonly customer_id: string; readonly buddy_id: string | null },
    pending: Pick<Pending, "request" | "resume">,
    exit: Exit.Exit<BuddyReply, BuddyFailure>
  ) => void
  /** The answer of a request that was set aside too often to be tried again; undefined for all others. */
  readonly quarantined: (customer_id: string, request: BuddyRequest) => Exit.Exit<never> | undefined
}

const error_length_max = 500

const wordsOf = (defect: unknown): string => {
  const words = defect instanceof Error ? `${defect.name}: ${defect.message}` : String(defect)
  return words.replace(/\s+/g, " ").trim().slice(0, error_length_max)
}

const keyOf = (customer_id: string, { command, command_id, event }: BuddyRequest): LetterKey =>
  command._tag === "Event"
    ? { customer_id, kind: "event", identity: command.event_id, payload_hash: event?.payload_hash ?? null }
    : { customer_id, kind: "command", identity: command_id, payload_hash: null }

const letterOf = (
  { buddy_id, customer_id }: { readonly customer_id: string; readonly buddy_id: string | null },
  // Whoever sends it again is the one to say that it is another try.
  { again: _again, ...request }: BuddyRequest,
  defect: unknown
): NewLetter => ({
  ...keyOf(customer_id, request),
  buddy_id,
  user_id: request.event?.user_id ?? null,
  payload: JSON.stringify(request),
  sqlstate: defect instanceof Poison ? defect.sqlstate : null,
  error: wordsOf(defect)
})

const tried = Exit.die(new Poison(`the request failed ${letter_attempts_max} times and waits for an operator`))

/** `report` hears of callers whose callback threw. */
export const makeAnswering = (options: {
  readonly letters: DeadLetters["Service"]
  readonly stored: FindStored
  readonly backlog: { requests: number }
  readonly report: (defect: unknown) => void
}): Answering => {
  const { backlog, letters, report, stored } = options
  const give = ({ resume }: Pick<Pending, "resume">, exit: Exit.Exit<BuddyReply, BuddyFailure>) => {
    backlog.requests--
    try {
      resume(exit)
    } catch (defect) {
      report(defect)
    }
  }
  return {
    answer: (owner, pending, exit) => {
      if (exit._tag === "Success") return give(pending, exit)
      const defect = Exit.findDefect(exit)
      if (Result.isFailure(defect)) return give(pending, exit)
      const { request } = pending
      stored(owner.customer_id, [request], (found) => {
        // Nobody knows whether it was executed: the sender asks again, and is told then.
        if (Exit.isFailure(found)) return give(pending, Exit.failCause(found.cause))
        const [known] = found.value
        if (known !== undefined) return give(pending, Exit.succeed(repeatedAnswer(known, markOf(request))))
        letters.bury(letterOf(owner, request, defect.success), () => give(pending, exit))
      })
    },
    quarantined: (customer_id, request) =>
      request.again !== true && letters.isQuarantined(keyOf(customer_id, request)) ? tried : undefined
  }
}
