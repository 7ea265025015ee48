/** The spans of a request on its way through an actor and the journal; see platform/observability/Traces. */
import { Effect, Exit } from "effect"
import { linkTo, type Span, type Traces } from "../../platform/observability/Traces.ts"
import type { ChangeSet } from "../journal/ChangeSet.ts"
import type { Actor } from "./Directory.ts"
import type { Outcome } from "../journal/Outcome.ts"
import type { BuddyRequest, Resume } from "../Protocol.ts"

/** Hands a request to an actor; with a parent, under a span from its arrival to its answer. */
export const submitTraced = (
  traces: Traces,
  actor: Actor,
  request: BuddyRequest,
  resume: Resume,
  parent: Span | undefined
): boolean => {
  if (parent === undefined) return actor.submit(request, resume)
  const turn = traces.child(parent, "buddy.turn", {
    "hatchery.customer_id": actor.customer_id,
    "hatchery.buddy_id": actor.buddy_id,
    "hatchery.command": request.command._tag
  })
  // A turn that was not taken is never ended, so nobody hears of it.
  return actor.submit(
    request,
    (exit) => {
      traces.end(turn, exit)
      resume(exit)
    },
    turn
  )
}

const exitOf = (outcome: Outcome | undefined): Exit.Exit<unknown, unknown> =>
  outcome === undefined || outcome._tag === "Unknown" || outcome._tag === "Refused"
    ? Exit.fail(outcome ?? { _tag: "Unknown" })
    : Exit.void

export interface FlushTrace {
  /** A statement of the flush below its span. */
  under<A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E>
  end(outcomes: ReadonlyArray<Outcome> | undefined): void
}

/** Undefined: none of the changes belongs to a trace. */
export const traceFlush = (traces: Traces, changes: ReadonlyArray<ChangeSet>): FlushTrace | undefined => {
  if (!traces.enabled) return undefined
  const turns = changes.flatMap(({ spans }, index) => spans.map((span) => ({ span, index })))
  if (turns.length === 0) return undefined
  const flush = traces.batch(
    "journal.flush",
    turns.map(({ span }) => span),
    { "hatchery.change_sets": changes.length }
  )
  const commits = turns.map(({ index, span }) => {
    const commit = traces.child(span, "journal.commit")
    commit.addLinks([linkTo(flush)])
    return { commit, index }
  })
  return {
    under: (effect) => Effect.withParentSpan(effect, flush),
    end: (outcomes) => {
      for (const { commit, index } of commits) {
        const outcome = outcomes?.[index]
        commit.attribute("hatchery.outcome", outcome?._tag ?? "Unknown")
        traces.end(commit, exitOf(outcome))
      }
      traces.end(flush, Exit.void)
    }
  }
}
