/** Giving kudos, for tenants and widgets the one way: who may give them to whom is looked at here, how many there. */
import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import type { KudosAnswer } from "../../../wire/answers/Kudos.ts"
import { type NotFound, type ServiceUnavailable, ValidationFailed } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { Caller } from "../../../wire/Principal.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { type KudoLimitReached, KudoNotAllowed } from "../../../wire/refusals/Kudos.ts"
import { TestClockUser } from "../../../wire/refusals/Mentors.ts"
import { buddyCommands } from "../../players/buddies/Service/Commands.ts"
import { KudoTypeStore } from "../kudos-types/Store.ts"
import { TeamStore } from "../teams/Store.ts"
import { isSamePerson, outOfReach } from "./Rules.ts"
import { type Face, type KudosParty, KudosStore } from "./Store.ts"

export interface Thanks {
  readonly to_buddy_id: string
  readonly kudo_key: string
  readonly message: string | null
  /** how the body names the receiver */
  readonly field: "to_buddy_id" | "to_ref"
}

type Refusal =
  | NotFound
  | ValidationFailed
  | BuddyArchived
  | KudoNotAllowed
  | KudoLimitReached
  | TestClockUser
  | ServiceUnavailable

type KudoType = Effect.Success<ReturnType<KudoTypeStore["Service"]["read"]>>

export class KudosGiving extends Context.Service<
  KudosGiving,
  {
    give(caller: Caller, buddy_id: string, thanks: Thanks): Effect.Effect<KudosAnswer, Refusal>
    /** out of every view, those of its teams among them */
    remove(customer_id: string, kudo_id: string): Effect.Effect<void, NotFound>
    /** whom a buddy may give any kudos, of those whose names begin like this */
    receivers(customer_id: string, buddy_id: string, begin: string): Effect.Effect<ReadonlyArray<Face>, NotFound>
  }
>()("hatchery/features/kudos/KudosGiving") {
  static readonly layer = Layer.effect(
    KudosGiving,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([KudosStore.layer, KudoTypeStore.layer, TeamStore.layer]))
}

/** Of what is known: a body that is wrong is refused before something else it names is not found. */
const checkBody = Effect.fnUntraced(function* (
  { field, message }: Thanks,
  giver: KudosParty,
  type: Option.Option<KudoType>,
  receiver: Option.Option<KudosParty>
) {
  if (Option.exists(receiver, (known) => isSamePerson(giver, known))) {
    return yield* ValidationFailed.at([field], `${field}: nobody gives kudos to a buddy of its own user`)
  }
  if (message !== null && Option.isSome(type) && !type.value.allow_message) {
    return yield* ValidationFailed.at(["message"], "message: this kind of kudos has none")
  }
})

const make = Effect.gen(function* () {
  const store = yield* KudosStore
  const types = yield* KudoTypeStore
  const teams = yield* TeamStore
  const sql = yield* SqlClient.SqlClient
  const tenants = yield* Tenants
  const change = yield* buddyCommands

  const checkState = Effect.fnUntraced(function* (
    customer_id: string,
    type: KudoType,
    giver: KudosParty,
    receiver: KudosParty
  ) {
    if (giver.status === "archived" || receiver.status === "archived") return yield* new BuddyArchived()
    const isTogether =
      type.reach === "team" && (yield* store.areTogether(customer_id, giver.buddy_id, receiver.buddy_id))
    const reason = outOfReach(type, giver, receiver, isTogether)
    if (reason !== null) return yield* new KudoNotAllowed({ reason })
    const facts = yield* Effect.orDie(tenants.get(customer_id))
    const present = yield* Clock.currentTimeMillis
    const momentFor = ({ user_id }: KudosParty) => momentOf(facts, user_id, present)
    if (momentFor(giver) !== momentFor(receiver)) return yield* new TestClockUser()
  })

  return KudosGiving.of({
    give: Effect.fn("KudosGiving.give")(function* (caller, buddy_id, thanks) {
      const { customer_id } = caller
      const giver = yield* store.buddy(customer_id, buddy_id)
      const named = types.read(customer_id, thanks.kudo_key)
      const meant = store.buddy(customer_id, thanks.to_buddy_id)
      const [kind, other] = [yield* Effect.result(named), yield* Effect.result(meant)]
      yield* checkBody(thanks, giver, Result.getSuccess(kind), Result.getSuccess(other))
      const type = yield* Effect.fromResult(kind)
      const receiver = yield* Effect.fromResult(other)
      yield* checkState(customer_id, type, giver, receiver)
      const { audience, daily_limit_per_sender, giver_reward, kudo_key, kudo_type_id, pair_limit_per_day } = type
      const rewards = { receiver_reward: type.receiver_reward, giver_reward }
      const terms = { kudo_type_id, kudo_key, ...rewards, daily_limit_per_sender, pair_limit_per_day, audience }
      const { message } = thanks
      const to_buddy_id = receiver.buddy_id
      const command = { _tag: "GiveKudos", kudo_id: yield* uuid, type: terms, to_buddy_id, message } as const
      const reply = yield* change<"Kudos", KudoNotAllowed | KudoLimitReached>(caller, giver.buddy_id, command, "Kudos")
      const { _tag, occurred_at, ...told } = reply
      return { ...told, from_buddy_id: giver.buddy_id, message, occurred_at: iso(new Date(occurred_at)) }
    }),
    remove: Effect.fn("KudosGiving.remove")((customer_id, kudo_id) =>
      transactionOf(sql)(
        Effect.andThen(store.remove(customer_id, kudo_id), teams.forgetKudos(customer_id, kudo_id.toLowerCase()))
      )
    ),
    receivers: Effect.fn("KudosGiving.receivers")(function* (customer_id, buddy_id, begin) {
      const giver = yield* store.buddy(customer_id, buddy_id)
      const open = (yield* types.active(customer_id)).filter(
        ({ audience }) => audience === null || audience === giver.audience
      )
      const ofAudience = open.some(({ reach }) => reach === "audience")
      const ofTeams = open.some(({ reach }) => reach === "team")
      return ofAudience || ofTeams ? yield* store.faces(customer_id, giver, { ofAudience, ofTeams }, begin) : []
    })
  })
})
