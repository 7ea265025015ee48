/**
 * Changing teams and who is in them. What a membership is decided on is read here and travels with the command; should
 * it have changed by the time that commits, the database says so and it is read again.
 */
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Buddies } from "../../../buddy/Buddies.ts"
import type { TeamReply } from "../../../engine/community/TeamTerms.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { type AlreadyExists, type NotFound, ServiceUnavailable, type ValidationFailed } from "../../../wire/Failure.ts"
import type { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import type {
  AlreadyMember,
  AudienceMismatch,
  CampaignLimit,
  MembersOfOtherAudience,
  TeamFull,
  TeamLimit,
  TeamRole,
  TermsOutdated
} from "../../../wire/refusals/Teams.ts"
import { type Asking, commandsAsked } from "../../players/buddies/Service/Commands.ts"
import { unknownAudience } from "../../players/events/Rules.ts"
import { Operations } from "../../players/operations/Service.ts"
import type { Team, TeamInput, TeamMember, TeamPatch } from "./Api.ts"
import { teamsOfPlan } from "./Rules.ts"
import { dissolveOne, dissolving } from "./Service/Dissolve.ts"
import { TeamStore } from "./Store.ts"

/** Takes the members of a deleted team out, a batch after the other; see Workflow. */
export const Dissolve = jobWorkflow("DissolveTeam")

/** Each time somebody changed the team meanwhile; then the caller is told to come back. */
const readings_max = 5
/** Places somebody left on another node are known here within 3 s. */
const noticing = Schedule.spaced("500 millis")
const noticing_max = 8

type Changing = NotFound | BuddyArchived | ServiceUnavailable
type Joining = Changing | AlreadyMember | AudienceMismatch | TeamFull | TeamLimit

interface Membership {
  readonly member: TeamMember
  readonly outcome: TeamReply["outcome"]
}

interface Service {
  create(customer_id: string, input: TeamInput): Effect.Effect<Team, AlreadyExists | CampaignLimit | ValidationFailed>
  update(
    customer_id: string,
    team_id: string,
    patch: TeamPatch
  ): Effect.Effect<Team, NotFound | TeamFull | MembersOfOtherAudience | ValidationFailed>
  remove(customer_id: string, team_id: string): Effect.Effect<void, NotFound>
  join(asking: Asking, team_id: string, buddy_id: string, role: TeamRole): Effect.Effect<Membership, Joining>
  setRole(asking: Asking, team_id: string, buddy_id: string, role: TeamRole): Effect.Effect<Membership, Changing>
  leave(asking: Asking, team_id: string, buddy_id: string): Effect.Effect<void, Changing>
}

export class Teams extends Context.Service<Teams, Service>()("hatchery/features/teams/Teams") {
  static readonly layer = Layer.effect(
    Teams,
    Effect.gen(function* () {
      return Teams.of({ ...(yield* defining), ...(yield* belonging) })
    })
  ).pipe(Layer.provide([TeamStore.layer, Operations.layer]))
}

/** The teams themselves. */
const defining = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* TeamStore
  const tenants = yield* Tenants
  const operations = yield* Operations

  const checkAudience = Effect.fnUntraced(function* (
    customer_id: string,
    audience: string | null,
    before: string | null
  ) {
    const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
    const refused = unknownAudience(audiences, audience, before)
    if (refused !== null) return yield* refused
  })

  return {
    create: Effect.fn("Teams.create")(function* (customer_id: string, input: TeamInput) {
      yield* checkAudience(customer_id, input.audience, null)
      const { plan } = yield* Effect.orDie(tenants.get(customer_id))
      return yield* store.create(customer_id, input, teamsOfPlan(plan))
    }),
    update: Effect.fn("Teams.update")(function* (customer_id: string, team_id: string, patch: TeamPatch) {
      const known = Effect.map(store.get(customer_id, team_id), ({ audience }) => audience)
      yield* checkAudience(customer_id, patch.audience ?? null, yield* Effect.orElseSucceed(known, () => null))
      return yield* store.update(customer_id, team_id, patch)
    }),
    remove: Effect.fn("Teams.remove")((customer_id: string, reference: string) =>
      transactionOf(sql)(
        Effect.gen(function* () {
          const team_id = yield* store.remove(customer_id, reference)
          yield* operations.open(customer_id, Dissolve, dissolving(team_id))
        })
      )
    )
  }
})

/** Who is in them. */
const belonging = Effect.gen(function* () {
  const store = yield* TeamStore
  const buddies = yield* Buddies
  const change = yield* commandsAsked

  /** Once more on the team as it is now, where it was another when this was decided. */
  const anew = <A, E extends { readonly _tag: string }, R>(decide: Effect.Effect<A, E | TermsOutdated, R>) =>
    Effect.retry(decide, { while: ({ _tag }) => _tag === "TermsOutdated", times: readings_max - 1 }).pipe(
      Effect.catch((failure) =>
        Effect.fail(
          failure._tag === "TermsOutdated"
            ? new ServiceUnavailable({ reason: "The team keeps changing.", retry_after_seconds: 1 })
            : (failure as Exclude<E, TermsOutdated>)
        )
      )
    )

  const toMember = (customer_id: string, buddy_id: string, { outcome, ...held }: TeamReply) =>
    Effect.map(store.member(customer_id, buddy_id, held), (member) => ({ member, outcome }))

  const joinOnce = Effect.fnUntraced(function* (asking: Asking, team_id: string, buddy_id: string, role: TeamRole) {
    const team = yield* store.terms(asking.customer_id, team_id)
    const command = { _tag: "JoinTeam", team, role } as const
    return yield* change<"Team", Exclude<Joining, NotFound> | TermsOutdated>(asking, buddy_id, command, "Team")
  })

  const hasRoom = (customer_id: string, team_id: string) =>
    Effect.map(
      Effect.option(store.get(customer_id, team_id)),
      (team) => team._tag === "Some" && team.value.members < team.value.max_members
    )

  /** Places in teams that are gone are nobody's; true: there was one. */
  const freeOf = Effect.fnUntraced(
    function* (customer_id: string, buddy_id: string) {
      const gone = yield* store.leftovers(customer_id, buddy_id)
      yield* Effect.forEach(gone, (team_id) => dissolveOne(buddies, customer_id, team_id, buddy_id), { discard: true })
      return gone.length > 0
    },
    Effect.catchTag("Unavailable", ({ reason, retry_after_seconds }) =>
      Effect.fail(new ServiceUnavailable({ reason, retry_after_seconds }))
    )
  )

  return {
    join: Effect.fn("Teams.join")(function* (asking: Asking, team_id: string, buddy_id: string, role: TeamRole) {
      const { customer_id } = asking
      const once = anew(joinOnce(asking, team_id, buddy_id, role))
      const reply = yield* once.pipe(
        Effect.catchTag("TeamLimit", (limit) =>
          Effect.flatMap(freeOf(customer_id, buddy_id), (isFree) => (isFree ? once : Effect.fail(limit)))
        ),
        Effect.retry({
          while: ({ _tag }) => (_tag === "TeamFull" ? hasRoom(customer_id, team_id) : Effect.succeed(false)),
          schedule: noticing,
          times: noticing_max
        })
      )
      return yield* toMember(customer_id, buddy_id, reply)
    }),
    setRole: Effect.fn("Teams.setRole")(function* (asking: Asking, team_id: string, buddy_id: string, role: TeamRole) {
      const once = Effect.flatMap(store.terms(asking.customer_id, team_id), ({ team_id: id, terms }) => {
        const command = { _tag: "SetTeamRole", team_id: id, terms, role } as const
        return change<"Team", Exclude<Changing, NotFound> | TermsOutdated>(asking, buddy_id, command, "Team")
      })
      return yield* toMember(asking.customer_id, buddy_id, yield* anew(once))
    }),
    leave: Effect.fn("Teams.leave")(function* (asking: Asking, team_id: string, buddy_id: string) {
      const team = yield* store.terms(asking.customer_id, team_id)
      const command = { _tag: "LeaveTeam", team_id: team.team_id, is_dissolved: false } as const
      yield* change<"Team", BuddyArchived>(asking, buddy_id, command, "Team")
    })
  }
})
