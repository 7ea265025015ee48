/**
 * Pairing a mentor with a mentee. It changes no buddy, so it is a plain transaction: whoever wants the last place of a
 * mentor waits for the one before, and a mentee has one active session by its index.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { Outbox } from "../../../platform/webhooks/Outbox.ts"
import { NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { iso, isUuid } from "../../../wire/Ids.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import {
  MentorAlreadyAssigned,
  MentorFull,
  MentorNotVisible,
  NotAMentor,
  TestClockUser
} from "../../../wire/refusals/Mentors.ts"
import { TeamStore } from "../teams/Store.ts"
import type { MentorConfig, MentorSession } from "./Api.ts"
import { MentorStore } from "./Store.ts"
import { pairings } from "./Store/Pairings.ts"

const day_ms = 86_400_000

export interface Pair {
  readonly mentor_buddy_id: string
  readonly mentee_buddy_id: string
  readonly team_id: string | null
  /** the mentee asks for itself */
  readonly isSelfService: boolean
}

type Refusal =
  | NotFound
  | ValidationFailed
  | BuddyArchived
  | NotAMentor
  | MentorFull
  | MentorAlreadyAssigned
  | MentorNotVisible
  | TestClockUser

export class Mentors extends Context.Service<
  Mentors,
  { start(customer_id: string, pair: Pair): Effect.Effect<MentorSession, Refusal> }
>()("hatchery/features/mentors/Mentors") {
  static readonly layer = Layer.effect(
    Mentors,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([MentorStore.layer, TeamStore.layer]))
}

/** What is looked at before two are paired. */
const judging = Effect.gen(function* () {
  const teams = yield* TeamStore
  const tenants = yield* Tenants
  const pairing = pairings(yield* SqlClient.SqlClient)

  const known = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
    const found = isUuid(buddy_id) ? yield* pairing.buddy(customer_id, buddy_id) : Option.none()
    return Option.isNone(found) ? yield* new NotFound({ resource: "buddy" }) : found.value
  })

  const bothOf = Effect.fnUntraced(function* (customer_id: string, pair: Pair) {
    const mentor = yield* known(customer_id, pair.mentor_buddy_id)
    const mentee = yield* known(customer_id, pair.mentee_buddy_id)
    const team_id = pair.team_id === null ? null : (yield* teams.terms(customer_id, pair.team_id)).team_id
    if (mentor.buddy_id === mentee.buddy_id) {
      return yield* ValidationFailed.at(["mentee_buddy_id"], "mentee_buddy_id: a buddy is not its own mentor")
    }
    if (mentor.status === "archived" || mentee.status === "archived") return yield* new BuddyArchived()
    return { mentor, mentee, team_id }
  })
  type Both = Effect.Success<ReturnType<typeof bothOf>>

  /** The moment the two live at, and the present. */
  const momentOfBoth = Effect.fnUntraced(function* (customer_id: string, { mentee, mentor }: Both) {
    const facts = yield* Effect.orDie(tenants.get(customer_id))
    const present = yield* Clock.currentTimeMillis
    const moment = momentOf(facts, mentee.user_id, present)
    if (moment !== momentOf(facts, mentor.user_id, present)) return yield* new TestClockUser()
    return { now: new Date(moment), present: new Date(present) }
  })

  /** Answers the team whose mentor it is for this mentee. */
  const checkSight = Effect.fnUntraced(function* (
    customer_id: string,
    { enabled, reach, self_service }: MentorConfig,
    { mentee, mentor, team_id }: Both,
    isSelfService: boolean
  ) {
    if (!enabled) return yield* new MentorNotVisible({ reason: "disabled" })
    if (isSelfService && !self_service) return yield* new MentorNotVisible({ reason: "self_service" })
    const roles = yield* pairing.roles(customer_id, mentor.buddy_id, mentee.buddy_id)
    if (roles.length === 0) return yield* new NotAMentor()
    const shared = roles.filter(({ is_shared }) => is_shared)
    const isShared = team_id === null ? shared.length > 0 : shared.some((one) => one.team_id === team_id)
    if ((reach === "team" || team_id !== null) && !isShared) return yield* new MentorNotVisible({ reason: "team" })
    if (reach === "audience" && mentor.audience !== mentee.audience) {
      return yield* new MentorNotVisible({ reason: "audience" })
    }
    return team_id ?? (shared[0] ?? roles[0]!).team_id
  })

  return { bothOf, checkSight, momentOfBoth }
})

/** Each time somebody else's session has to have come and gone in between, so one more is hardly ever needed. */
const tries_max = 20

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* MentorStore
  const outbox = yield* Outbox
  const pairing = pairings(sql)
  const { bothOf, checkSight, momentOfBoth } = yield* judging

  const start = Effect.fnUntraced(function* (customer_id: string, pair: Pair) {
    const both = yield* bothOf(customer_id, pair)
    const { mentee, mentor, team_id } = both
    const config = yield* store.config(customer_id)
    const at = yield* momentOfBoth(customer_id, both)
    const starts_at = at.now
    yield* pairing.lock(customer_id, mentor.buddy_id)
    const isSeen = Effect.flatMap(checkSight(customer_id, config, both, pair.isSelfService), (team) =>
      pairing.keepRole(customer_id, mentor.buddy_id, team)
    )
    // Once more where the role it had a moment ago is gone.
    yield* Effect.repeat(isSeen, { until: (isKept) => isKept })
    const assigned = Effect.flatMap(pairing.running(customer_id, mentee.buddy_id), (found) =>
      Option.isSome(found) ? new MentorAlreadyAssigned({ mentor_session_id: found.value }) : Effect.void
    )
    yield* pairing.closeOver(customer_id, mentee.buddy_id, at)
    yield* assigned
    const max = config.max_mentees_per_mentor
    if ((yield* pairing.mentees(customer_id, mentor.buddy_id, at)) >= max) return yield* new MentorFull({ max })
    const names = { mentor_buddy_id: mentor.buddy_id, mentee_buddy_id: mentee.buddy_id, team_id }
    const ends_at = new Date(starts_at.getTime() + config.session_days * day_ms)
    const session = { mentor_session_id: yield* uuid, ...names, starts_at, ends_at }
    // Whatever was in the way may have ended before it can be named: then there is room now.
    const written = Effect.tap(pairing.write(customer_id, session), (isDone) => (isDone ? Effect.void : assigned))
    const isWritten = yield* Effect.repeat(written, { until: (isDone) => isDone, times: tries_max })
    if (!isWritten) return yield* Effect.die(new Error("sessions come and go in the way of this one"))
    const body = { ...names, occurred_at: iso(starts_at) }
    yield* outbox.enqueue(customer_id, [{ event: "mentor.assigned", body }])
    return { ...session, status: "active" as const, starts_at: iso(starts_at), ends_at: iso(ends_at) }
  })

  return Mentors.of({
    start: Effect.fn("Mentors.start")((customer_id, pair) => transactionOf(sql)(start(customer_id, pair)))
  })
})
