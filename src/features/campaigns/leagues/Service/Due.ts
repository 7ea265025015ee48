/** What leagues settle in time: the season that ended, places for who scored, the next season. */
import { Effect } from "effect"
import { allAlone, type Due } from "../../../../platform/campaigns/Clock.ts"
import { SeasonClosing } from "../Store/Closing.ts"
import { SeasonPlans } from "../Service.ts"
import { SeasonClosings } from "./Closing.ts"

export const leagueDues = Effect.gen(function* () {
  const closings = yield* SeasonClosings
  const closing = yield* SeasonClosing
  const plans = yield* SeasonPlans
  return {
    name: "leagues",
    run: allAlone([closings.beginDue, closing.placeAll, plans.writeAutomatic])
  } satisfies Due
}).pipe(Effect.provide([SeasonClosings.layer, SeasonClosing.layer, SeasonPlans.layer]))
