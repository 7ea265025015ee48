/** Event badges in Postgres; they count from here, see platform/campaigns/sources. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { awardsPeriod } from "../../../engine/campaigns/eventBadges.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { type Documents, documents, type Kept } from "../../../resource/Store/Documents.ts"
import { type EventBadgeContent, eventBadgeLimits, windowIssue } from "../../../wire/campaigns/EventBadges.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { ConfigVersionStore } from "../../authoring/config-versions/Store.ts"
import { itemReferences } from "../../economy/marketplaces/Store/References.ts"
import { unknownAudience } from "../../players/events/Rules.ts"
import type { EventBadge } from "./Api.ts"

export const shownEventBadge = ({
  content,
  counted,
  created_at,
  id,
  key,
  updated_at
}: Kept<EventBadgeContent>): EventBadge => ({
  event_badge_id: id,
  badge_key: key,
  ...content,
  awarded: counted,
  created_at,
  updated_at
})

export class EventBadgeStore extends Context.Service<EventBadgeStore, Documents<EventBadgeContent, ValidationFailed>>()(
  "hatchery/features/event-badges/EventBadgeStore"
) {
  static readonly layer = Layer.effect(
    EventBadgeStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(ConfigVersionStore.layer))
}

/** Whether a config version that is in force or open defines a badge of the key; none can be until the commit. */
const definitions = Effect.gen(function* () {
  const configs = yield* ConfigVersionStore
  return Effect.fnUntraced(function* (customer_id: string, badge_key: string) {
    yield* configs.hold(customer_id)
    const versions = [yield* Effect.orDie(configs.read(customer_id)), (yield* configs.active(customer_id)).content]
    return versions.some(({ badge_definitions }) => badge_definitions.some((badge) => badge.badge_key === badge_key))
  })
})

const make = Effect.gen(function* () {
  const tenants = yield* Tenants
  const isDefined = yield* definitions
  const { within } = itemReferences(yield* SqlClient.SqlClient)
  return yield* documents<EventBadgeContent, ValidationFailed>(
    {
      table: "event_badges",
      id: "event_badge_id",
      key: "badge_key",
      resource: "event badge",
      live: "d.content ->> 'status' = 'active'",
      live_max: eventBadgeLimits.live_max,
      all_max: eventBadgeLimits.badges_max,
      differs: "d.content IS DISTINCT FROM next.content",
      counted: awardsPeriod
    },
    {
      judge: Effect.fnUntraced(function* (customer_id, content, before) {
        const issue = windowIssue(content)
        if (issue !== null) return yield* ValidationFailed.at(issue.path, issue.message)
        const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
        const refused = unknownAudience(audiences, content.audience, before?.content.audience)
        if (refused !== null) return yield* refused
        return yield* within(customer_id, content)
      }),
      heldBy: (customer_id, key) =>
        Effect.map(isDefined(customer_id, key), (defined) => (defined ? "badge definition" : null))
    }
  )
})
