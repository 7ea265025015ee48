import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { CauseStore } from "../../../campaigns/causes/Store.ts"
import { KudosStore } from "../../../community/kudos/Store.ts"
import { KudoTypeStore } from "../../../community/kudos-types/Store.ts"
import { MentorStore } from "../../../community/mentors/Store.ts"
import { MissionAnchorStore } from "../../../community/mission-anchor/Store.ts"
import { TeamStore } from "../../../community/teams/Store.ts"
import { BuddyReads } from "../../../players/buddies/Store.ts"
import { WidgetCommunityApi } from "../Api/Community.ts"
import { causesOf } from "../Service/Community/Causes.ts"
import { kudosOf } from "../Service/Community/Kudos.ts"
import { mentorsOf } from "../Service/Community/Mentors.ts"
import { looksOf } from "../Service/Community/Outfits.ts"
import { teamsOf } from "../Service/Community/Teams.ts"
import { lookings } from "../Service/Looking.ts"
import { widgetCaller } from "./Caller.ts"

export const WidgetCommunityHttp = HttpApiBuilder.group(
  feature(WidgetCommunityApi),
  "widget-community",
  Effect.fn(function* (handlers) {
    const looked = yield* lookings
    const teams = yield* teamsOf
    const mentoring = yield* mentorsOf
    const kudos = yield* kudosOf
    const causes = yield* causesOf
    const anchors = yield* MissionAnchorStore
    return handlers.handleAll({
      read: Effect.fnUntraced(function* () {
        const { buddy_id, customer_id } = yield* widgetCaller
        const looking = yield* looked(customer_id, buddy_id)
        return {
          teams: yield* teams(looking),
          kudos: yield* kudos(looking),
          ...(yield* mentoring(looking)),
          causes: yield* causes(looking),
          mission_anchor: looking.may("buddies") ? yield* anchors.shown(customer_id) : null,
          outfits: looksOf(looking)
        }
      })
    })
  })
).pipe(
  Layer.provide([
    BuddyReads.layer,
    TeamStore.layer,
    KudosStore.layer,
    KudoTypeStore.layer,
    MentorStore.layer,
    CauseStore.layer,
    MissionAnchorStore.layer
  ])
)
