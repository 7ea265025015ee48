/** Free lunches: coins without a condition, paid at once, and the card that tells of them. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, Lengthy, RequiredScope } from "../../../wire/Access.ts"
import { Origin } from "../../../wire/Change.ts"
import { orNull, whole } from "../../../wire/content/Shared.ts"
import { serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant, PathId, text, Timestamp } from "../../../wire/Ids.ts"
import { limits } from "../../../wire/Limits.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { changeRefusals } from "../../../wire/refusals/Buddies.ts"
import { says } from "../../../wire/Words.ts"

export const FreeLunchInput = Schema.Struct({
  buddy_ids: Schema.Array(text({ min: 1, max: 64 })).check(Schema.isBetweenLength(1, limits.free_lunches_max)),
  coins: whole(1, 1_000_000),
  message: orNull(text({ max: 280 })),
  expires_at: orNull(Instant).annotate({ description: "when the card goes; the coins stay. null: never" })
}).annotate({ identifier: "FreeLunchInput" })
export type FreeLunchInput = typeof FreeLunchInput.Type

const NotGiven = Schema.Struct({
  code: Schema.Literals(["not_found", "buddy_archived"]),
  message: Schema.String
}).annotate({ identifier: "FreeLunchNotGiven" })

export const FreeLunchGiven = Schema.Struct({
  buddy_id: Schema.String,
  grant_id: Schema.NullOr(Id),
  error: Schema.NullOr(NotGiven).annotate({ description: "why this buddy was given nothing" })
}).annotate({ identifier: "FreeLunchGiven" })
export type FreeLunchGiven = typeof FreeLunchGiven.Type

export const FreeLunchesGiven = Schema.Struct({ data: Schema.Array(FreeLunchGiven) }).annotate({
  identifier: "FreeLunchesGiven"
})

const cardStatus = Schema.Literals(["granted", "seen", "dismissed"])
const listedStatus = Schema.Literals([...cardStatus.literals, "gone"])

export const FreeLunch = Schema.Struct({
  grant_id: Id,
  buddy_id: Id,
  coins: Schema.Int,
  message: Schema.NullOr(Schema.String),
  status: listedStatus.annotate({
    description: "of the card; gone: it is over, newer ones took its place, or it was dismissed long ago"
  }),
  expires_at: Schema.NullOr(Timestamp),
  granted_by: Origin,
  granted_at: Timestamp
}).annotate({ identifier: "FreeLunch" })
export type FreeLunch = typeof FreeLunch.Type

export const FreeLunchCard = Schema.Struct({
  grant_id: Id,
  coins: Schema.Int,
  status: cardStatus,
  expires_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "FreeLunchCard" })
export type FreeLunchCard = typeof FreeLunchCard.Type

const card = { grant_id: Schema.String }
const cardOfBuddy = { id: PathId, ...card }
const act = { success: FreeLunchCard, error: changeRefusals } as const
const sees = says(
  "Say a gift's card was seen",
  "Told once, however often it is said. A card that is over or gone is 404."
)
const dismisses = says(
  "Dismiss a gift's card",
  "Seen before or not; the coins stay. Told once, however often it is said. A card that is over or gone is 404."
)

export class FreeLunchesApi extends tenantGroup(
  HttpApiGroup.make("free-lunches").add(
    HttpApiEndpoint.post("give", "/customers/me/free-lunches", {
      payload: FreeLunchInput,
      success: FreeLunchesGiven.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, serviceUnavailable]
    })
      .annotate(Access, "override")
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Give coins for nothing",
          "Paid at once, to each buddy that is named and there; the others are told by `error`. Each gets a card " +
            "that tells of it, twenty that are not dismissed at most: then the oldest goes. Send an Idempotency-Key: " +
            "repeating the request after a 503 then pays only those who were not paid yet."
        )
      ),
    HttpApiEndpoint.get("list", "/customers/me/free-lunches", {
      query: {
        ...offsetQuery,
        buddy_id: Schema.optionalKey(Schema.String),
        status: Schema.optionalKey(listedStatus)
      },
      success: offsetPage(FreeLunch)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("List free lunches", "Newest first. Narrow them down by buddy, or by the status of the card.")
      ),
    HttpApiEndpoint.post("seen", "/buddies/:id/free-lunches/:grant_id/seen", {
      params: cardOfBuddy,
      ...act
    }).annotateMerge(sees),
    HttpApiEndpoint.post("dismiss", "/buddies/:id/free-lunches/:grant_id/dismiss", {
      params: cardOfBuddy,
      ...act
    }).annotateMerge(dismisses)
  ),
  { access: "runtime_write", capability: "buddies", description: "Coins without a condition, and their cards" }
) {}

export class WidgetFreeLunchesApi extends tenantGroup(
  HttpApiGroup.make("widget-free-lunches")
    .add(
      HttpApiEndpoint.post("seen", "/widget/free-lunches/:grant_id/seen", { params: card, ...act }).annotateMerge(
        says("Say in a widget that a gift's card was seen", "Told once, however often it is said.")
      ),
      HttpApiEndpoint.post("dismiss", "/widget/free-lunches/:grant_id/dismiss", { params: card, ...act }).annotateMerge(
        says("Dismiss a gift's card in a widget", "Seen before or not; the coins stay.")
      )
    )
    .annotate(RequiredScope, "events:track"),
  { access: "widget_write", capability: "buddies", description: "Cards of gifts in a widget" }
) {}
