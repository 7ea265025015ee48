/** Giving an award: a grant to the buddy, whose receipt is the award. */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Snapshots } from "../../../buddy/actor/Snapshots.ts"
import { Grants } from "../../../buddy/Grants.ts"
import type { Snapshot } from "../../../engine/core/Snapshot.ts"
import { namedUuid, uuid } from "../../../platform/postgres/Ids.ts"
import { CommandKey } from "../../../wire/CommandKey.ts"
import { originOf } from "../../../wire/Change.ts"
import { NotFound, ServiceUnavailable, ValidationFailed } from "../../../wire/Failure.ts"
import { isUuid } from "../../../wire/Ids.ts"
import type { Caller } from "../../../wire/Principal.ts"
import type { Reward } from "../../../wire/content/Shared.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { itemReferences } from "../../economy/marketplaces/Store/References.ts"
import { BuddyReads } from "../buddies/Store.ts"
import type { AwardAnswer, AwardInput } from "./Api.ts"
import { type AwardBody, AwardStore } from "./Store.ts"

/** What would be left out when it is paid: an award that is not repeatable could not make up for it. */
const unknownIn = ({ badges, skills, tokens }: Reward, snapshot: Snapshot) => {
  const missing = (kind: string, key: string, path: ReadonlyArray<string | number>) => ({
    path: ["reward", ...path],
    message: `the rules of this buddy have no ${kind} ${key}`
  })
  return [
    ...tokens.flatMap(({ token_key }, at) =>
      snapshot.tokens.has(token_key) ? [] : missing("token", token_key, ["tokens", at, "token_key"])
    ),
    ...skills.flatMap(({ skill_key }, at) =>
      snapshot.skills.has(skill_key) ? [] : missing("skill", skill_key, ["skills", at, "skill_key"])
    ),
    ...badges.flatMap((key, at) =>
      snapshot.badges.get(key)?.badge.status === "active" ? [] : missing("active badge", key, ["badges", at])
    )
  ]
}

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
      const snapshots = yield* Snapshots
      const snapshotOf = (customer_id: string, id: string) => Effect.orDie(snapshots.get(customer_id, id))
      const items = itemReferences(yield* SqlClient.SqlClient)

      const give: Awards["Service"]["give"] = Effect.fn("Awards.give")(function* (caller, id, input) {
        const { customer_id } = caller
        if (!isUuid(id)) return yield* new NotFound({ resource: "buddy" })
        const buddy_id = id.toLowerCase()
        const buddy = yield* buddies.read(customer_id, buddy_id)
        const { repeatable, ...told } = yield* items.within(customer_id, input)
        const held = repeatable ? Option.none() : yield* store.first(customer_id, buddy_id, told.award_key)
        if (Option.isSome(held)) return { ...held.value, already_awarded: true } as const
        if (buddy.status === "archived") return yield* new BuddyArchived()
        const issues = unknownIn(told.reward, yield* snapshotOf(customer_id, buddy.config_version_id))
        if (issues.length > 0) return yield* new ValidationFailed({ issues })
        // Two at once that may not be repeated are one award, and so is a request that is sent again.
        const award_id = repeatable
          ? namedUuid("award", customer_id, buddy_id, (yield* CommandKey) ?? (yield* uuid))
          : namedUuid("award", customer_id, buddy_id, told.award_key)
        const { award_key, label, reason, reward } = told
        const occurred_at = new Date(yield* Clock.currentTimeMillis).toISOString()
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
            origin: originOf(caller)
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
