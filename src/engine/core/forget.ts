/** What a buddy's state remembers of campaigns goes with the first command after they are over. */
import { forgetBoosters } from "../campaigns/boosters.ts"
import { forgetDrops } from "../campaigns/drops.ts"
import { forgetEventBadges } from "../campaigns/eventBadges.ts"
import { forgetLunches } from "../campaigns/freeLunches.ts"
import { forgetSeason } from "../campaigns/league.ts"
import { forgetKudos } from "../community/kudos.ts"
import { forgetSales } from "../items/sales.ts"
import type { Draft } from "./Draft.ts"

export const forgetWhatIsOver = (draft: Draft): void => {
  forgetSales(draft)
  forgetBoosters(draft)
  forgetDrops(draft)
  forgetEventBadges(draft)
  forgetSeason(draft)
  forgetLunches(draft)
  forgetKudos(draft)
}
