/** Which drives of people a workspace speaks to, and which of them its users take up. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { whole } from "../../../wire/content/Shared.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Mechanic } from "../../../wire/Mechanics.ts"
import { says } from "../../../wire/Words.ts"
import { audience, error, head, Rate, window_days_max } from "../../../wire/analytics/Frame.ts"

export const sides = ["white_hat", "neutral", "black_hat"] as const
export const brains = ["left", "neutral", "right"] as const
export const warnings = ["black_hat_heavy", "single_drive", "unused_mechanic"] as const

/** A whole percentage. */
const Percent = whole(0, 100)

export const Drive = Schema.Struct({
  drive_key: Schema.String,
  name: Schema.String,
  side: Schema.Literals(sides).annotate({
    description: "white_hat: people feel in control; black_hat: they feel pressed"
  }),
  brain: Schema.Literals(brains).annotate({ description: "left: for a reward, right: for its own sake" }),
  configured: Percent.annotate({ description: "mechanics that are set up, in percent of all of the drive" }),
  used: Schema.NullOr(Percent).annotate({
    description: "active users who touched one that is set up, in percent; null below 20 active users"
  }),
  mechanics: Schema.Array(
    Schema.Struct({
      mechanic: Mechanic,
      configured: Schema.Boolean,
      users: Schema.NullOr(Schema.Int).annotate({ description: "null: nothing tells who touched it" })
    })
  ),
  hint: Schema.NullOr(Schema.String)
})
export type Drive = typeof Drive.Type

export const OctalysisState = Schema.Struct({
  ...head,
  drives: Schema.Array(Drive),
  balance: Schema.Struct({ white_hat: Rate, black_hat: Rate, left: Rate, right: Rate }).annotate({
    description: "shares weighted by `used`; white_hat and black_hat add up to 1, and left and right do"
  }),
  warnings: Schema.Array(Schema.Literals(warnings))
}).annotate({ identifier: "OctalysisState" })
export type OctalysisState = typeof OctalysisState.Type

const query = {
  window_days: Schema.optionalKey(
    whole(1, window_days_max).annotate({ description: "days up to today; 30 when nothing is said" })
  ),
  ...audience
}

export class OctalysisApi extends tenantGroup(
  HttpApiGroup.make("octalysis").add(
    HttpApiEndpoint.get("read", "/customers/me/octalysis-state", {
      query,
      success: OctalysisState,
      error: [...error]
    }).annotateMerge(
      says(
        "Show which drives your game speaks to",
        "Eight drives, from meaning to avoidance, with the mechanics that serve each: what is set up now, and how " +
          "many active users of the window touched it. `black_hat_heavy`: pressure outweighs (over 0.6); " +
          "`single_drive`: one drive carries more than 0.7 of the use; `unused_mechanic`: something is set up that " +
          "nobody touched."
      )
    )
  ),
  { access: "tenant_read", capability: "analytics", description: "What moves users, and what is there to move them" }
) {}
