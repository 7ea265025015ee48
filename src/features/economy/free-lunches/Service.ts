/** Giving coins for nothing, and what users do with the cards that tell of it. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Grants } from "../../../buddy/Grants.ts"
import { grantIds } from "../../../platform/campaigns/Receipts.ts"
import { standings } from "../../../buddy/Standings.ts"
import { namedUuid } from "../../../platform/postgres/Ids.ts"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { originOf } from "../../../wire/Change.ts"
import { asking, keyedRequest, keyOfAnother } from "../../../wire/CommandKey.ts"
import { noReward } from "../../../wire/content/Shared.ts"
import { type NotFound, ServiceUnavailable, ValidationFailed } from "../../../wire/Failure.ts"
import { isUuid, parseInstant } from "../../../wire/Ids.ts"
import type { Caller } from "../../../wire/Principal.ts"
import type { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { buddyCommands } from "../../players/buddies/Service/Commands.ts"
import type { FreeLunchCard, FreeLunchesGiven, FreeLunchGiven, FreeLunchInput } from "./Api.ts"
import type { FreeLunchBody } from "./Store.ts"

/** One receipt per gift and buddy. */
const grant_key = "lunch"
/** grants of one request under way at the same time */
const concurrency = 16

const notThere = { code: "not_found", message: "There is no such buddy." } as const
const archived = { code: "buddy_archived", message: "This buddy is archived." } as const

export class FreeLunches extends Context.Service<
  FreeLunches,
  {
    give(
      caller: Caller,
      input: FreeLunchInput
    ): Effect.Effect<typeof FreeLunchesGiven.Type, ValidationFailed | ServiceUnavailable>
    /** what became of a card */
    say(
      caller: Caller,
      buddy_id: string,
      grant_id: string,
      what: "seen" | "dismissed"
    ): Effect.Effect<FreeLunchCard, NotFound | BuddyArchived | ServiceUnavailable>
  }
>()("hatchery/features/free-lunches/FreeLunches") {
  static readonly layer = Layer.effect(
    FreeLunches,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(Grants.layer))
}

const giving = Effect.gen(function* () {
  const grants = yield* Grants
  const tenants = yield* Tenants
  const sql = yield* SqlClient.SqlClient
  const held = standings(sql)
  const grantId = grantIds(sql)

  return Effect.fn("FreeLunches.give")(function* (caller: Caller, input: FreeLunchInput) {
    const { customer_id } = caller
    const { buddy_ids, coins, expires_at, message } = input
    const ends_at = expires_at === null ? null : parseInstant(expires_at)
    const named = [...new Set(buddy_ids.map((id) => (isUuid(id) ? id.toLowerCase() : id)))]
    const found = yield* held.named(customer_id, named.filter(isUuid))
    const present = yield* Clock.currentTimeMillis
    const facts = yield* Effect.orDie(tenants.get(customer_id))
    const moments = new Map(found.map(({ buddy_id, user_id }) => [buddy_id, momentOf(facts, user_id, present)]))
    if (ends_at !== null && ends_at <= Math.max(...(moments.size === 0 ? [present] : moments.values())))
      return yield* ValidationFailed.at(["expires_at"], "expires_at is in the past")
    const statuses = new Map(found.map(({ buddy_id, status }) => [buddy_id, status]))
    const shown_until = ends_at === null ? null : new Date(ends_at).toISOString()
    const body: FreeLunchBody = { coins, message, expires_at: shown_until, granted_by: originOf(caller) }

    const request = yield* keyedRequest
    const idOf = (buddy_id: string) => {
      const name = (use: string) => namedUuid("free_lunch", customer_id, use, buddy_id)
      return grantId({ customer_id, buddy_id, grant_key, name, now: moments.get(buddy_id) ?? present })
    }
    /** Before anything is given: what the key has given was asked for by this request. */
    const checkKey = Effect.fnUntraced(function* (buddy_id: string) {
      const campaign_id = yield* idOf(buddy_id)
      const asked = yield* grants.askedWith(customer_id, buddy_id, { source: "free_lunch", campaign_id, grant_key })
      if (asked !== undefined && asked !== request?.asked) yield* keyOfAnother
    })
    if (request !== undefined) {
      yield* Effect.forEach(found, ({ buddy_id }) => checkKey(buddy_id), { concurrency, discard: true })
    }

    const give = Effect.fnUntraced(function* (buddy_id: string): Effect.fn.Return<FreeLunchGiven, ServiceUnavailable> {
      const status = statuses.get(buddy_id)
      if (status !== "active") return { buddy_id, grant_id: null, error: status === undefined ? notThere : archived }
      const grant_id = yield* idOf(buddy_id)
      const granted = yield* grants
        .grant(customer_id, buddy_id, {
          source: "free_lunch",
          campaign_id: grant_id,
          grant_key,
          reward: { ...noReward, coins },
          body,
          card: { message, expires_at: ends_at },
          origin: originOf(caller),
          ...asking(request)
        })
        .pipe(
          Effect.catchTag("Unavailable", ({ reason, retry_after_seconds }) =>
            Effect.fail(new ServiceUnavailable({ reason, retry_after_seconds }))
          )
        )
      return granted === "void" ? { buddy_id, grant_id: null, error: archived } : { buddy_id, grant_id, error: null }
    })
    // All are tried before a failure is told: repeating the request then finds most of its work done.
    const given = yield* Effect.forEach(named, (buddy_id) => Effect.result(give(buddy_id)), { concurrency })
    return { data: yield* Effect.forEach(given, Effect.fromResult) }
  })
})

const make = Effect.gen(function* () {
  const change = yield* buddyCommands
  return FreeLunches.of({
    give: yield* giving,
    say: Effect.fn("FreeLunches.say")(function* (caller, buddy_id, id, what) {
      const grant_id = id.toLowerCase()
      const command = { _tag: what === "seen" ? "SeeFreeLunch" : "DismissFreeLunch", grant_id } as const
      const { coins, expires_at, status } = yield* change<"FreeLunch", never>(caller, buddy_id, command, "FreeLunch")
      return { grant_id, coins, status, expires_at: expires_at === null ? null : new Date(expires_at).toISOString() }
    })
  })
})
