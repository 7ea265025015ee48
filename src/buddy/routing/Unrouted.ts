/**
 * Events nobody receives: the user has no active buddy of the audience. They are stored like all others, without
 * effects.
 */
import { jsonText } from "../journal/sections.ts"
import { Exit } from "effect"
import { backlog_max } from "../actor/Limits.ts"
import type { TenantFacts } from "../../platform/auth/Tenants.ts"
import { ChangeSetBuilder } from "../journal/ChangeSet.ts"
import { countsOf } from "../journal/Counts.ts"
import type { ActorServicesShape } from "../actor/ActorServices.ts"
import type { Outcome } from "../journal/Outcome.ts"
import type { Span } from "../../platform/observability/Traces.ts"
import { type BuddyReply, type BuddyRequest, noEffects, type Resume, unavailable } from "../Protocol.ts"
import { refusal } from "../actor/PoisonHandling.ts"
import { repeatedAnswer } from "../actor/Store.ts"

/** The request must be an event. `resume` is called exactly once. */
export const storeUnrouted = (
  environment: ActorServicesShape,
  customer_id: string,
  request: BuddyRequest,
  resume: Resume,
  span?: Span
): void => {
  const { command, event: envelope } = request
  if (command._tag !== "Event" || envelope === null)
    return resume(Exit.die(new Error("only events can be stored without a buddy")))
  const repeated = environment.recent.repeated(customer_id, request)
  if (repeated !== undefined) return resume(Exit.succeed(repeated))
  const given = environment.quarantined(customer_id, request)
  if (given !== undefined) return resume(given)
  const { backlog } = environment
  if (backlog.requests >= backlog_max) return resume(unavailable("too many events are waiting"))
  backlog.requests++
  const reply: BuddyReply = {
    reply: { _tag: "Event" },
    effects: noEffects,
    trace: [
      { type: "event", key: command.type, outcome: "skipped", reason: "no_active_buddy", detail: {}, ledger_ids: [] }
    ],
    config_version_id: null,
    state_version: 0,
    duplicate: false,
    payload_mismatch: false
  }
  const enqueue = (facts: TenantFacts) =>
    environment.journal.enqueue({
      prepare: () => {
        const now = environment.now()
        const rows = new ChangeSetBuilder({ customer_id, buddy_id: null }, now)
        const effects_json = jsonText(reply.effects)
        rows.event({ ...command, envelope, config_version_id: null, effects_json, trace: reply.trace })
        const counts = countsOf(envelope, facts, now)
        counts.event({ ...command, ...envelope }, null)
        rows.counts({ c: counts.counts, u: counts.users }, environment.nextId)
        if (span !== undefined) rows.traced(span)
        return rows.finish()
      },
      conclude: (outcome) => {
        if (outcome._tag === "Committed") environment.recent.remember(customer_id, request, reply)
        const answer = answerOf(outcome, reply, envelope.payload_hash)
        environment.answer({ customer_id, buddy_id: null }, { request, resume }, answer)
      }
    })
  const facts = environment.cachedFacts(customer_id)
  if (facts !== undefined) return enqueue(facts)
  environment.facts(customer_id, (exit) => {
    if (Exit.isSuccess(exit)) return enqueue(exit.value)
    environment.answer({ customer_id, buddy_id: null }, { request, resume }, Exit.failCause(exit.cause))
  })
}

const answerOf = (outcome: Outcome, reply: BuddyReply, payload_hash: string): Parameters<Resume>[0] => {
  if (outcome._tag === "Committed") return Exit.succeed(reply)
  const stored = outcome._tag === "Duplicate" ? outcome.stored[0] : undefined
  if (stored !== undefined) return Exit.succeed(repeatedAnswer(stored, payload_hash))
  if (outcome._tag === "Refused") return Exit.die(refusal(outcome))
  const reason = outcome._tag === "Unknown" ? outcome.reason : "another request is storing this event"
  return unavailable(reason)
}
