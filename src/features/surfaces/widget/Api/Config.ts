/** What every widget of a token reads first: how it looks, what it calls things, and what it may do. */
import { Schema } from "effect"
import { scopes, widgetNames } from "../../../../wire/Access.ts"
import { Timestamp } from "../../../../wire/Ids.ts"
import { WidgetAnchor } from "./Community.ts"
import { CoinName, WidgetTheme } from "../../../../wire/answers/Customer.ts"

/** Whatever a buddy has or could have, in the order in which a page shows it. */
export const widgetModules = [
  "buddy",
  "badges",
  "streak",
  "marketplace",
  "path",
  "leaderboard",
  "brag",
  "campaigns",
  "community"
] as const
export type WidgetModule = (typeof widgetModules)[number]

const names = (of: string) =>
  Schema.Record(Schema.String, Schema.String).annotate({ description: `what the buddy's config version calls ${of}` })

export const WidgetLabels = Schema.Struct({
  coin: CoinName,
  tokens: names("its tokens, by token_key"),
  skills: names("its skills, by skill_key"),
  stages: names("its stages, by number")
}).annotate({ identifier: "WidgetLabels" })
export type WidgetLabels = typeof WidgetLabels.Type

const line = Schema.optionalKey(Schema.String)
/** The workspace's own words where it has set any; a widget says them instead of its own. */
export const WidgetCopy = Schema.Struct({
  hatch_copy: line,
  level_up_copy: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.String).annotate({ description: "by the stage reached, stage_2 to stage_5" })
  ),
  badge_copy: line.annotate({ description: "{count} in it stands for the badges just won" }),
  empty_copy: line
}).annotate({ identifier: "WidgetCopy" })

export const WidgetToken = Schema.Struct({
  kind: Schema.Literals(["session", "embed"]),
  widget: Schema.NullOr(Schema.Literals(widgetNames)).annotate({
    description: "the only one it opens; null: all of them"
  }),
  scopes: Schema.Array(Schema.Literals(scopes)),
  expires_at: Timestamp
}).annotate({ identifier: "WidgetToken" })

export const WidgetConfig = Schema.Struct({
  theme: WidgetTheme,
  locale: Schema.String.annotate({ description: "BCP 47 tag" }),
  modules: Schema.Array(Schema.Literals(widgetModules)),
  poll_seconds: Schema.Int.annotate({ description: "how long a widget waits before it asks again" }),
  brag: Schema.NullOr(
    Schema.Struct({ moments: Schema.Array(Schema.String), channels: Schema.Array(Schema.String) })
  ).annotate({ description: "what may be told to others, and where; null: nothing" }),
  mission_anchor: Schema.NullOr(WidgetAnchor).annotate({
    description: "why all this matters, above the widgets it names; null: nothing is said"
  }),
  copy: WidgetCopy,
  token: WidgetToken,
  labels: WidgetLabels
}).annotate({ identifier: "WidgetConfig" })
