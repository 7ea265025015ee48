/** Giving an award: a grant to the buddy, whose receipt is the award. */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Grants } from "../../../buddy/Grants.ts"
import { grantIds } from "../../../platform/campaigns/Receipts.ts"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { namedUuid } from "../../../platform/postgres/Ids.ts"
import { originOf } from "../../../wire/Change.ts"
import { asking, keyedRequest, keyOfAnother } from "../../../wire/CommandKey.ts"
import { NotFound, ServiceUnavailable, type ValidationFailed } from "../../../wire/Failure.ts"
import { isUuid } from "../../../wire/Ids.ts"
import type { Caller } from "../../../wire/Principal.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { itemReferences } from "../../economy/marketplaces/Store/References.ts"
import { BuddyReads } from "../buddies/Store.ts"
import type { AwardAnswer, AwardInput } from "./Api.ts"
import { type AwardBody, AwardStore } from "./Store.ts"

/** One receipt per award and buddy. */
const grant_key = "award"

export class Awards extends Context.Service<
  Awards,
  {
    give(
      caller: Caller,
      buddy_id: string,
      input: AwardInput
    ): Effect.Effect<AwardAnswer, NotFound | BuddyArchived | ValidationFailed | ServiceUnavailable>
  }
>()("hatchery/features/awards/Awards") {
  static readonly layer = Layer.effect(
    Awards,
    Effect.gen(function* () {
      const store = yield* AwardStore
      const buddies = yield* BuddyReads
      const grants = yield* Grants
      const tenants = yield* Tenants
      const sql = yield* SqlClient.SqlClient
      const items = itemReferences(sql)
      const grantId = grantIds(sql)

      /** Whether this request has given it before, and was not told. An award that its key has given is of no other. */
      const isOwn = Effect.fnUntraced(function* (customer_id: string, buddy_id: string, award_id: string) {
        const request = yield* keyedRequest
        if (request === undefined) return false
        const asked = yield* grants.askedWith(customer_id, buddy_id, {
          source: "award",
          campaign_id: award_id,
          grant_key
        })
        if (asked?.startsWith(`${request.key} `) !== true) return false
        return asked === request.asked ? true : yield* keyOfAnother
      })

      const give: Awards["Service"]["give"] = Effect.fn("Awards.give")(function* (caller, id, input) {
        const { customer_id } = caller
        const { repeatable, ...told } = yield* items.within(customer_id, input)
        if (!isUuid(id)) return yield* new NotFound({ resource: "buddy" })
        const buddy_id = id.toLowerCase()
        const buddy = yield* buddies.read(customer_id, buddy_id)
        const held = repeatable ? Option.none() : yield* store.first(customer_id, buddy_id, told.award_key)
        if (Option.isSome(held)) {
          return (yield* isOwn(customer_id, buddy_id, held.value.award_id))
            ? ({ ...held.value, already_awarded: false } as const)
            : ({ ...held.value, already_awarded: true } as const)
        }
        if (buddy.status === "archived") return yield* new BuddyArchived()
        const facts = yield* Effect.orDie(tenants.get(customer_id))
        const now = momentOf(facts, buddy.user_id, yield* Clock.currentTimeMillis)
        const name = (use: string) => namedUuid("award", customer_id, buddy_id, use)
        // Two at once that may not be repeated are one award, and so is a request that is sent again.
        const award_id = repeatable
          ? yield* grantId({ customer_id, buddy_id, grant_key, name, now })
          : namedUuid("award", customer_id, buddy_id, told.award_key)
        if (repeatable) yield* isOwn(customer_id, buddy_id, award_id)
        const { award_key, label, reason, reward } = told
        const occurred_at = new Date(now).toISOString()
        const body: AwardBody = { ...told, awarded_by: originOf(caller) }
        const granted = yield* grants
          .grant(customer_id, buddy_id, {
            source: "award",
            campaign_id: award_id,
            grant_key,
            reward,
            body,
            outbound: {
              event: "award.granted",
              body: { award_id, award_key, buddy_id, label, reason, coins: reward.coins, occurred_at }
            },
            origin: originOf(caller),
            ...asking(yield* keyedRequest)
          })
          .pipe(
            Effect.catchTag("Unavailable", ({ reason, retry_after_seconds }) =>
              Effect.fail(new ServiceUnavailable({ reason, retry_after_seconds }))
            )
          )
        if (granted === "void") return yield* new BuddyArchived()
        const award = yield* store.read(customer_id, buddy_id, award_id)
        const already_awarded = granted === "already_granted" && !repeatable
        return already_awarded
          ? ({ ...award, already_awarded } as const)
          : ({ ...award, already_awarded: false } as const)
      })
      return Awards.of({ give })
    })
  ).pipe(Layer.provide([AwardStore.layer, BuddyReads.layer, Grants.layer]))
}
