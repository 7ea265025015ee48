/** What became of luck: of beginners, and of everything that is drawn. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { whole } from "../../../wire/content/Shared.ts"
import { serviceUnavailable } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { Id, Timestamp } from "../../../wire/Ids.ts"
import { says } from "../../../wire/Words.ts"
import { DrawProof } from "../../../wire/answers/DrawProof.ts"

export const window_days_default = 30
const window_days = Schema.Int.annotate({ description: "UTC days, today included" })
const query = { window_days: Schema.optionalKey(whole(1, 90)) }
const error = [rateLimited, serviceUnavailable] as const

const told = (description: string) => Schema.Int.annotate({ description })

const Rolls = Schema.Struct({
  rolls: told("events that could have won it"),
  hits: Schema.Int,
  hit_share: Schema.NullOr(Schema.Finite).annotate({ description: "null: there were no rolls" })
})

export const BeginnersLuck = Schema.Struct({
  window_days,
  drops: Schema.Array(
    Schema.Struct({
      drop_key: Schema.String,
      beginners: Rolls.annotate({ description: "in the days the drop has a probability of its own for" }),
      others: Rolls
    })
  ),
  beginners: Schema.Struct({
    buddies: told("hatched within the window, the 10,000 newest of them"),
    lucky: told("won a drop in their first 7 days"),
    active_after_7_days: told("did something more than 7 days after they hatched"),
    lucky_active_after_7_days: told("both")
  })
}).annotate({ identifier: "BeginnersLuck" })
export type BeginnersLuck = typeof BeginnersLuck.Type

const judged = {
  draws: Schema.Int,
  outcomes: Schema.Array(
    Schema.Struct({
      outcome: Schema.String.annotate({
        description: "`miss`, the place in the pool from 0 on, or what a rule has paid"
      }),
      observed: Schema.Int,
      expected_share: Schema.Finite,
      observed_share: Schema.NullOr(Schema.Finite)
    })
  ),
  chi_square: Schema.Finite,
  p_value: Schema.Finite.annotate({ description: "how often chance alone goes as far from what is expected" }),
  verdict: Schema.Literals(["ok", "watch", "too_few"]).annotate({
    description: "watch: p_value below 0.01; too_few: fewer than 50 draws"
  })
}

export const FairnessReport = Schema.Struct({
  window_days,
  is_complete: Schema.Boolean.annotate({ description: "false: more events or draws than one report looks at" }),
  rules: Schema.Array(
    Schema.Struct({
      type: Schema.Literals(["coin_rule", "token_rule", "skill_rule"]),
      rule_key: Schema.String,
      ...judged
    })
  ).annotate({ description: "rules that pay by a pool, in every version that was in force" }),
  drops: Schema.Array(Schema.Struct({ drop_key: Schema.String, ...judged })).annotate({
    description: "since their chances were changed last; what pity brought was no chance"
  }),
  boxes: Schema.Array(Schema.Struct({ box_key: Schema.String, ...judged })).annotate({
    description: "active ones, since their pool was changed last; only openings in which all of it could be drawn"
  }),
  draws: Schema.Array(
    Schema.Struct({ draw_id: Id, lottery_key: Schema.String, drawn_at: Timestamp, ...DrawProof.fields })
  ).annotate({ description: "of lotteries, the newest 20, each carried out again" })
}).annotate({ identifier: "FairnessReport" })
export type FairnessReport = typeof FairnessReport.Type

export class BeginnersLuckApi extends tenantGroup(
  HttpApiGroup.make("beginners-luck").add(
    HttpApiEndpoint.get("beginnersLuck", "/customers/me/beginners-luck/analytics", {
      query,
      success: BeginnersLuck,
      error: [...error]
    }).annotateMerge(
      says(
        "Show what luck beginners have",
        "No luck is hidden: only `beginner` and `pity_after` of a surprise drop move its chances. This tells what " +
          "came of them, and whether those who were lucky stayed."
      )
    )
  ),
  { access: "tenant_read", capability: "buddies", description: "Luck of the first days" }
) {}

export class FairnessApi extends tenantGroup(
  HttpApiGroup.make("fairness").add(
    HttpApiEndpoint.get("report", "/customers/me/fairness-report", {
      query,
      success: FairnessReport,
      error: [...error]
    }).annotateMerge(
      says(
        "Check whether chance was fair",
        "What rules with a pool, surprise drops and mystery boxes have drawn beside what their weights promise, with " +
          "Pearson's test, and each draw of a lottery carried out again. Looks at the 100,000 newest events of the " +
          "types such rules wait for. Of many fair ones, one in a hundred says watch."
      )
    )
  ),
  { access: "tenant_read", capability: "analytics", description: "Whether chance was fair" }
) {}
