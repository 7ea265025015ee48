/** What every way of working on a session has in common. */
import { Effect, Option } from "effect"
import { nowDate } from "../../../../platform/postgres/Sql.ts"
import { OnboardingBusy, OnboardingClosed } from "../Api/Refusals.ts"
import type { Source } from "../Api/Session.ts"
import { languageOf } from "../Rules/Words.ts"
import type { OnboardingStore } from "../Store.ts"
import { busyAt, type SessionRow, statusAt } from "../Store/Rows.ts"

const summary_max = 280

/** What was read, in short. */
export const sourceOf = (type: Source["type"], text: string): Source => {
  const plain = text.replaceAll(/\s+/g, " ").trim()
  const summary =
    plain.length > summary_max ? `${plain.slice(0, summary_max - 1).replace(/[\ud800-\udbff]$/, "")}…` : plain
  return { type, summary: summary === "" ? null : summary, language: languageOf(text) }
}

/** Refuses while something is generated. */
export const free = Effect.fnUntraced(function* (session: SessionRow) {
  const busy = busyAt(session, yield* nowDate)
  if (busy !== null) return yield* new OnboardingBusy({ kind: busy.kind, operation_id: busy.operation_id })
})

/** Refuses what a session takes no more, or not now. */
export const writable = Effect.fnUntraced(function* (
  session: SessionRow,
  statuses: ReadonlyArray<SessionRow["status"]> = ["open", "planned"]
) {
  const now = yield* nowDate
  const status = statusAt(session, now)
  if (!statuses.includes(status)) return yield* new OnboardingClosed({ status })
  yield* free(session)
})

/** The open session of a tenant, or a new one that counts for today. The caller's transaction holds it. */
export const opening = (store: OnboardingStore["Service"]) =>
  Effect.fn("Onboarding.opening")(function* (customer_id: string, source: Source, text: string) {
    // Whose session was there before may have reset it since: neither held nor in the way, so another look tells.
    while (true) {
      const held = yield* store.holdOpen(customer_id)
      if (Option.isSome(held)) return { session: held.value, created: false }
      const made = yield* store.open(customer_id, source, text)
      if (Option.isNone(made)) continue
      // Only then: of many who begin at once one does, and one is counted.
      yield* store.take(customer_id, "sessions")
      return { session: made.value, created: true }
    }
  })
