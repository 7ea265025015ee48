/** Sessions as they are kept, and what follows from one at a moment. */
import { Schema } from "effect"
import { iso } from "../../../../wire/Ids.ts"
import { Guide, kinds, Plan, type PreparingStatus, type Session, sessionStatuses, Source } from "../Api/Session.ts"
import { Answers, questions } from "../Api/Questions.ts"

/** A session nobody touches is given up. */
const idle_ms = 30 * 86_400_000
/** Nothing takes longer to generate: whoever was at it is gone. */
export const busy_ms = 180_000

const BusyRow = Schema.Struct({
  kind: Schema.Literals(kinds),
  operation_id: Schema.String,
  since: Schema.Number,
  progress: Schema.Finite
})
export type BusyRow = typeof BusyRow.Type

const LastRow = Schema.Struct({
  kind: Schema.Literals(kinds),
  operation_id: Schema.String,
  error: Schema.NullOr(
    Schema.Struct({ code: Schema.String, message: Schema.String, reason: Schema.optionalKey(Schema.String) })
  )
})
export type LastRow = typeof LastRow.Type

export const SessionRow = Schema.Struct({
  session_id: Schema.String,
  status: Schema.Literals(sessionStatuses),
  source: Source,
  seed_text: Schema.String,
  seed_events: Schema.Array(Schema.String),
  answers: Answers,
  guide: Schema.NullOr(Guide),
  busy: Schema.NullOr(BusyRow),
  last: Schema.NullOr(LastRow),
  revision: Schema.Int,
  messages: Schema.Int,
  updated_at: Schema.Date
})
export type SessionRow = typeof SessionRow.Type

export const PlanRow = Schema.Struct({ plan: Plan })

export const columns =
  "session_id, status, source, seed_text, seed_events, answers, guide, busy, last, revision, messages, updated_at"

export const caps_max = { sessions: 10, seeds: 20, plans: 20, guides: 20, messages: 200 } as const
export type Cap = keyof typeof caps_max
export const caps = Object.keys(caps_max) as ReadonlyArray<Cap>
export type Left = Session["caps"]

export const isIdle = ({ status, updated_at }: SessionRow, now: Date): boolean =>
  (status === "open" || status === "planned") && updated_at.getTime() < now.getTime() - idle_ms
export const idleBefore = (now: Date): Date => new Date(now.getTime() - idle_ms)

export const statusAt = (session: SessionRow, now: Date): SessionRow["status"] =>
  isIdle(session, now) ? "abandoned" : session.status

/** What is being generated; what takes too long has been lost. */
export const busyAt = ({ busy }: SessionRow, now: Date): BusyRow | null =>
  busy !== null && busy.since + busy_ms > now.getTime() ? busy : null

/** The first moment of the next day (UTC). */
export const tomorrow = (now: Date): string =>
  iso(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)))

interface Shown {
  readonly session: SessionRow
  readonly plan: Plan | null
  readonly left: Left
  readonly now: Date
}

export const toWire = ({ left, now, plan, session }: Shown): Session => {
  const busy = busyAt(session, now)
  return {
    onboarding_session_id: session.session_id,
    status: statusAt(session, now),
    source: session.source,
    questions,
    answers: session.answers,
    plan,
    guide: session.guide,
    messages: session.messages,
    busy: busy === null ? null : { kind: busy.kind, operation_id: busy.operation_id },
    caps: left
  }
}

const lost = { code: "internal_server_error", message: "It was not finished in time. Nothing was charged; try again." }

export const preparingOf = (session: SessionRow | null, now: Date): PreparingStatus => {
  const none = { kind: null, progress: 0, operation_id: null, error: null }
  if (session === null) return { onboarding_session_id: null, status: "idle", ...none }
  const { busy, last, session_id: onboarding_session_id } = session
  const current = busyAt(session, now)
  if (current !== null) {
    const { kind, operation_id, progress } = current
    return { onboarding_session_id, status: "preparing", kind, progress, operation_id, error: null }
  }
  const ended = busy === null ? last : { ...busy, error: lost }
  if (ended === null) return { onboarding_session_id, status: "idle", ...none }
  const { error, kind, operation_id } = ended
  return {
    onboarding_session_id,
    status: error === null ? "ready" : "failed",
    kind,
    progress: error === null ? 1 : 0,
    operation_id,
    error
  }
}
