/** Taking part in a lottery. Contract part 4 (buddies). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { EnterLottery, entryRefusals, entryWords, LotteryEntry } from "../../../../wire/answers/LotteryEntry.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { PathId } from "../../../../wire/Ids.ts"

export class LotteryEntriesApi extends tenantGroup(
  HttpApiGroup.make("lottery-entries").add(
    HttpApiEndpoint.post("enter", "/buddies/:buddy_id/lotteries/:id/entries", {
      params: { buddy_id: PathId, id: Schema.String },
      payload: [EnterLottery, Schema.Null],
      success: LotteryEntry.pipe(HttpApiSchema.status(201)),
      error: entryRefusals
    }).annotateMerge(entryWords)
  ),
  { access: "runtime_write", capability: "lotteries", description: "Taking part in lotteries" }
) {}
