/** Boosters handed out: to named buddies one command each, to an audience one row. */
import { Clock, Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { standings } from "../../../buddy/Standings.ts"
import { boostersAt, boostersMax } from "../../../engine/campaigns/boosters.ts"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { namedUuid, uuid } from "../../../platform/postgres/Ids.ts"
import { offsetArray, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { CommandKey } from "../../../wire/CommandKey.ts"
import { NotFound, type ServiceUnavailable, ValidationFailed } from "../../../wire/Failure.ts"
import { isUuid, parseInstant } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { Caller } from "../../../wire/Principal.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { BoosterLimit, type CampaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { buddyCommands } from "../../players/buddies/Service/Commands.ts"
import { resolveAudience } from "../../players/events/Rules.ts"
import type { BoosterGrant, BoosterGranted, BoosterInput, BuddyBooster } from "./Api.ts"
import { BoosterStore, statusAt } from "./Store.ts"

const minute_ms = 60_000
const past_ms_max = 5 * minute_ms
const ahead_ms_max = 90 * 24 * 60 * minute_ms
/** commands of one grant under way at the same time */
const concurrency = 16

type Refused = ValidationFailed | NotFound | BuddyArchived | BoosterLimit | CampaignLimit | ServiceUnavailable

export class Boosters extends Context.Service<
  Boosters,
  {
    grant(caller: Caller, input: BoosterInput): Effect.Effect<typeof BoosterGranted.Type, Refused>
    /** running or coming, also those of its audience; the one that begins last comes first */
    ofBuddy(
      customer_id: string,
      buddy_id: string,
      query: OffsetQuery
    ): Effect.Effect<OffsetPage<BuddyBooster>, NotFound>
    revoke(
      caller: Caller,
      buddy_id: string,
      booster_id: string
    ): Effect.Effect<void, NotFound | BuddyArchived | ServiceUnavailable>
  }
>()("hatchery/features/boosters/Boosters") {
  static readonly layer = Layer.effect(
    Boosters,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(BoosterStore.layer))
}

/** `moments`: those at which it is now, to whoever is given it. Null: it begins with the present of each. */
const startOf = ({ starts_at }: BoosterInput, moments: ReadonlyArray<number>) => {
  if (starts_at === null) return null
  const at = parseInstant(starts_at)
  if (moments.some((now) => at < now - past_ms_max))
    return ValidationFailed.at(["starts_at"], "starts_at is more than 5 minutes ago")
  return moments.some((now) => at > now + ahead_ms_max)
    ? ValidationFailed.at(["starts_at"], "starts_at is more than 90 days ahead")
    : at
}

/** The one moment all of them live at; those who live at several are told the present. */
const sharedMoment = (moments: ReadonlyArray<number>, present: number): number =>
  moments.every((moment) => moment === moments[0]) ? (moments[0] ?? present) : present

/** Whether those a booster is meant for can be given it. */
const makeChecks = Effect.gen(function* () {
  const tenants = yield* Tenants
  const held = standings(yield* SqlClient.SqlClient)

  /**
   * All of them can be given it, or nobody is. `idOf` says under which id a buddy is given this one: who has it already
   * was given it by the same request, whose answer was lost.
   */
  const checkBuddies = Effect.fnUntraced(function* (
    customer_id: string,
    names: ReadonlyArray<string>,
    { input, now }: Pick<Request, "input" | "now">,
    idOf: (buddy_id: string) => string
  ) {
    const buddy_ids = [...new Set(names.map((id) => id.toLowerCase()))]
    const found = yield* held.named(customer_id, buddy_ids.filter(isUuid))
    const facts = yield* Effect.orDie(tenants.get(customer_id))
    // As its actor will judge it: what is over on its test clock is over.
    const moments = found.map(({ user_id }) => momentOf(facts, user_id, now))
    const start = startOf(input, moments.length === 0 ? [now] : moments)
    if (start instanceof ValidationFailed) return yield* start
    if (found.length < buddy_ids.length) return yield* new NotFound({ resource: "buddy" })
    if (found.some(({ status }) => status === "archived")) return yield* new BuddyArchived()
    const isFull = found.some(({ buddy_id, state }, place) => {
      const at = moments[place]!
      const others = (state.boosters ?? []).filter(
        ({ booster_id, ends_at }) => ends_at > at && booster_id !== idOf(buddy_id)
      )
      return others.length >= boostersMax
    })
    const holders = found
      .filter(({ buddy_id, state }) => state.boosters?.some(({ booster_id }) => booster_id === idOf(buddy_id)) === true)
      .map(({ buddy_id }) => buddy_id)
    return { buddy_ids, holders, isFull, starts_at: start ?? sharedMoment(moments, now) }
  })

  const checkAudience = Effect.fnUntraced(function* (customer_id: string, audience: string) {
    const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
    if (typeof resolveAudience(audiences, audience) !== "string")
      return yield* ValidationFailed.at(["target", "audience"], "no audience has this key")
  })

  return { checkAudience, checkBuddies }
})

/** What of a request its commands are known by: sent again it means the same boosters. */
interface Request {
  readonly key: string
  readonly input: BoosterInput
  readonly now: number
}

/** One command for each buddy; when one of them refuses, those of the others are taken back. */
const giving = Effect.gen(function* () {
  const change = yield* buddyCommands
  const { checkBuddies } = yield* makeChecks

  return Effect.fnUntraced(function* (caller: Caller, names: ReadonlyArray<string>, { input, key, now }: Request) {
    const { customer_id } = caller
    const idOf = (buddy_id: string) => namedUuid("booster", customer_id, key, buddy_id)
    const give = (buddy_id: string) => {
      const { applies_to, booster_key, multiplier, rounding, stacking } = input
      const booster = { booster_id: idOf(buddy_id), booster_key, applies_to, multiplier, rounding, stacking }
      const at = input.starts_at === null ? null : parseInstant(input.starts_at)
      const duration_ms = input.duration_minutes * minute_ms
      const command = { _tag: "GrantBooster", booster, starts_at: at, duration_ms } as const
      return change<"Booster", BoosterLimit>(caller, buddy_id, command, "Booster").pipe(
        Effect.provideService(CommandKey, `${key}:${buddy_id}`),
        Effect.map(({ booster_id }) => ({ buddy_id, booster_id }))
      )
    }
    const takeBack = (buddy_id: string) =>
      change<"Done", never>(caller, buddy_id, { _tag: "RevokeBooster", booster_id: idOf(buddy_id) }, "Done").pipe(
        Effect.provideService(CommandKey, `${key}:${buddy_id}:back`),
        // It was not given, or cannot count any more.
        Effect.catchTag(["NotFound", "BuddyArchived"], () => Effect.void)
      )
    const takeAllBack = (buddy_ids: ReadonlyArray<string>) =>
      Effect.forEach(buddy_ids, takeBack, { concurrency, discard: true })

    const { buddy_ids, holders, isFull, starts_at } = yield* checkBuddies(customer_id, names, { input, now }, idOf)
    if (isFull) {
      yield* takeAllBack(holders)
      return yield* new BoosterLimit({ max: boostersMax })
    }
    const given = yield* Effect.forEach(buddy_ids, (id) => Effect.result(give(id)), { concurrency })
    const [refused] = given.flatMap((one) =>
      Result.isFailure(one) && one.failure._tag !== "ServiceUnavailable" ? [one.failure] : []
    )
    if (refused !== undefined) {
      yield* takeAllBack(buddy_ids)
      return yield* refused
    }
    // Who could not be reached is given it by the same request sent again.
    return { granted: yield* Effect.forEach(given, Effect.fromResult), starts_at }
  })
})

/** What the answer says of a grant; a list says more. */
const told = (grant: BoosterGrant) => {
  const { created_at: _, extra_coins: __, status: ___, ...granted } = grant
  return granted
}

const make = Effect.gen(function* () {
  const store = yield* BoosterStore
  const tenants = yield* Tenants
  const change = yield* buddyCommands
  const held = standings(yield* SqlClient.SqlClient)

  const { checkAudience } = yield* makeChecks
  const giveAll = yield* giving

  /** An audience lives in the present. */
  const ofAudience = Effect.fnUntraced(function* (customer_id: string, input: BoosterInput, now: number) {
    const start = startOf(input, [now])
    if (start instanceof ValidationFailed) return yield* start
    if (input.target.audience !== null) yield* checkAudience(customer_id, input.target.audience)
    return start ?? now
  })

  return Boosters.of({
    grant: Effect.fn("Boosters.grant")(function* (caller, input) {
      const { customer_id } = caller
      const now = yield* Clock.currentTimeMillis
      const { duration_minutes, target, ...terms } = input
      const asked = yield* CommandKey
      const command_key = asked === undefined ? undefined : yield* store.keyOfUse(customer_id, asked)
      const booster_grant_id = yield* uuid
      const key = command_key ?? booster_grant_id
      // Commands first: what was refused is no grant, and a request that is sent again finds what it has done.
      const { granted, starts_at } =
        target.buddy_ids === null
          ? { granted: [], starts_at: yield* ofAudience(customer_id, input, now) }
          : yield* giveAll(caller, target.buddy_ids, { input, key, now })
      const buddy_ids = target.buddy_ids === null ? null : granted.map(({ buddy_id }) => buddy_id)
      const grant = yield* store.add(customer_id, {
        ...terms,
        booster_grant_id,
        target: { buddy_ids, audience: target.audience },
        starts_at,
        ends_at: starts_at + duration_minutes * minute_ms,
        command_key
      })
      return { ...told(grant), granted }
    }),
    ofBuddy: Effect.fn("Boosters.ofBuddy")(function* (customer_id, buddy_id, query) {
      const { audience, state, user_id } = yield* held.of(customer_id, buddy_id)
      const facts = yield* Effect.orDie(tenants.get(customer_id))
      const now = momentOf(facts, user_id, yield* Clock.currentTimeMillis)
      const all = boostersAt(state.boosters, facts.campaigns.boosters, audience, now)
      const shown = all.map(({ audience: shared, ends_at, starts_at, ...terms }): BuddyBooster => ({
        ...terms,
        starts_at: new Date(starts_at).toISOString(),
        ends_at: new Date(ends_at).toISOString(),
        status: statusAt(now, starts_at, ends_at),
        audience: shared ?? null
      }))
      return offsetArray(query, shown.toReversed())
    }),
    revoke: Effect.fn("Boosters.revoke")(function* (caller, buddy_id, booster_id) {
      yield* change<"Done", never>(
        caller,
        buddy_id,
        { _tag: "RevokeBooster", booster_id: booster_id.toLowerCase() },
        "Done"
      )
    })
  })
})
