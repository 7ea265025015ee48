/** What campaigns refuse, whatever their family. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"

/** So many of a kind may be live at once; `of` names the kind, as in `flash_sales`. */
export class CampaignLimit extends Schema.TaggedError<CampaignLimit>()("CampaignLimit", {
  of: Schema.String,
  max: Schema.Int
}) {}
export const campaignLimit = failure(CampaignLimit, {
  status: 409,
  code: "campaign_limit",
  message: (e) => `At most ${e.max} ${e.of.replaceAll("_", " ")} may be live at once.`,
  details: (e) => ({ of: e.of, max: e.max })
})

/** So many boosters of one buddy may run or be about to. */
export class BoosterLimit extends Schema.TaggedError<BoosterLimit>()("BoosterLimit", { max: Schema.Int }) {}
export const boosterLimit = failure(BoosterLimit, {
  status: 409,
  code: "booster_limit",
  message: (e) => `A buddy has at most ${e.max} boosters that run or are about to.`,
  details: (e) => ({ max: e.max })
})

/** What buddies count for together knows only the present, and so nobody who lives at another time. */
export class TestClockUser extends Schema.TaggedError<TestClockUser>()("TestClockUser", {}) {}
export const testClockUser = failure(TestClockUser, {
  status: 409,
  code: "test_clock_user",
  message: () => "This user lives on a test clock: what is shared with others counts at present only."
})
