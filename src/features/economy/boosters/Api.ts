/** Boosters: whatever rules pay, times so much, for a while; of named buddies or of an audience. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, Lengthy } from "../../../wire/Access.ts"
import { boosted, roundings, stackings } from "../../../wire/campaigns/Boosters.ts"
import { absentAs, Key, listOf, orNull, whole } from "../../../wire/content/Shared.ts"
import { notFound, serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant, PathId, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { buddyArchived, changeRefusals } from "../../../wire/refusals/Buddies.ts"
import { boosterLimit, campaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { says } from "../../../wire/Words.ts"

/** of audiences, running or coming at once */
export const audienceBoosters_max = 20

const Multiplier = Schema.Finite.check(
  Schema.isGreaterThan(1),
  Schema.isLessThanOrEqualTo(10),
  Schema.makeFilter<number>((value) =>
    Number.isInteger(Number((value * 100).toPrecision(12))) ? undefined : "at most 2 decimals"
  )
)

const AppliesTo = listOf(Schema.Literals(boosted), boosted.length).check(
  Schema.isMinLength(1),
  Schema.makeFilter<ReadonlyArray<string>>((names) =>
    new Set(names).size === names.length ? undefined : "names one of them twice"
  )
)

const Target = Schema.Struct({
  buddy_ids: orNull(Schema.Array(text({ min: 1, max: 64 })).check(Schema.isBetweenLength(1, 1_000))),
  audience: orNull(text({ min: 1, max: 64 }))
}).check(
  Schema.makeFilter<{ readonly buddy_ids: unknown; readonly audience: unknown }>(({ audience, buddy_ids }) =>
    (audience === null) === (buddy_ids === null) ? "send either buddy_ids or an audience" : undefined
  )
)

export const BoosterInput = Schema.Struct({
  booster_key: Key,
  target: Target,
  applies_to: AppliesTo,
  multiplier: Multiplier.annotate({ description: "above 1, at most 10, with at most 2 decimals" }),
  rounding: absentAs(Schema.Literals(roundings), "down"),
  stacking: absentAs(Schema.Literals(stackings), "max"),
  starts_at: orNull(Instant).annotate({ description: "null: at once" }),
  duration_minutes: whole(1, 43_200)
}).annotate({ identifier: "BoosterInput" })
export type BoosterInput = typeof BoosterInput.Type

const terms = {
  booster_key: Schema.String,
  applies_to: Schema.Array(Schema.Literals(boosted)),
  multiplier: Schema.Finite,
  stacking: Schema.Literals(stackings),
  rounding: Schema.Literals(roundings),
  starts_at: Timestamp,
  ends_at: Timestamp
}
const status = Schema.Literals(["scheduled", "running", "ended"])

const grant = {
  booster_grant_id: Id,
  ...terms,
  target: Schema.Struct({ buddy_ids: Schema.NullOr(Schema.Array(Id)), audience: Schema.NullOr(Schema.String) }),
  buddies: Schema.Int.annotate({ description: "that were named; 0 for an audience" })
}

export const BoosterGranted = Schema.Struct({
  ...grant,
  granted: Schema.Array(Schema.Struct({ buddy_id: Id, booster_id: Id }))
}).annotate({ identifier: "BoosterGranted" })

export const BoosterGrant = Schema.Struct({
  ...grant,
  status,
  extra_coins: Schema.Int.annotate({ description: "coins an audience's booster has cost; 0 for named buddies" }),
  created_at: Timestamp
}).annotate({ identifier: "BoosterGrant" })
export type BoosterGrant = typeof BoosterGrant.Type

export const BuddyBooster = Schema.Struct({
  booster_id: Id,
  ...terms,
  status,
  audience: Schema.NullOr(Schema.String).annotate({ description: "null: granted to this buddy" })
}).annotate({ identifier: "BuddyBooster" })
export type BuddyBooster = typeof BuddyBooster.Type

const one = { id: PathId }

export class BoostersApi extends tenantGroup(
  HttpApiGroup.make("boosters").add(
    HttpApiEndpoint.post("grant", "/customers/me/boosters/grant", {
      payload: BoosterInput,
      success: BoosterGranted.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, notFound, buddyArchived, boosterLimit, campaignLimit, serviceUnavailable]
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Grant a booster",
          "To named buddies, all of them or none, or to an audience, also to those who come later. What " +
            "coin, token and skill rules pay for events within the window is multiplied, by 10 at most. A buddy has " +
            `at most 10 boosters that run or are about to, a workspace ${audienceBoosters_max} of audiences.`
        )
      ),
    HttpApiEndpoint.get("list", "/customers/me/boosters", {
      query: { ...offsetQuery, status: Schema.optionalKey(status) },
      success: offsetPage(BoosterGrant)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List grants of boosters", "Newest first. Narrow them down by status.")),
    HttpApiEndpoint.delete("remove", "/customers/me/boosters/:id", {
      params: one,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(
      says("End the booster of an audience", "At once, also for events that come late. What it has brought stays.")
    ),
    HttpApiEndpoint.get("ofBuddy", "/buddies/:id/boosters", {
      params: one,
      query: offsetQuery,
      success: offsetPage(BuddyBooster),
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("List boosters of a buddy", "Those that run or are about to, its own and those of its audience.")
      ),
    HttpApiEndpoint.delete("revoke", "/buddies/:id/boosters/:booster_id", {
      params: { ...one, booster_id: Schema.String },
      success: HttpApiSchema.NoContent,
      error: changeRefusals
    }).annotateMerge(says("End a booster of a buddy", "One that was granted to it. What it has brought stays."))
  ),
  { access: "override", capability: "buddies", description: "What rules pay, times so much" }
) {}
