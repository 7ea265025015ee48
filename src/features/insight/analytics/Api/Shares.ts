/** The report on shared buddies. */
import { HttpApiEndpoint } from "effect/http-api"
import { Schema } from "effect"
import { Rate, ShareChannel } from "../../../../wire/surfaces/Sharing.ts"
import { says } from "../../../../wire/Words.ts"
import { Count, Csv, error, head, span, tabled } from "../../../../wire/analytics/Frame.ts"

const counts = { opened: Count, shared: Count, viewed: Count, cta_clicked: Count }
const { as_of, stale, window } = head

export const ShareFunnel = Schema.Struct({
  window,
  as_of,
  stale,
  links: Count.annotate({ description: "made in the window" }),
  ...counts,
  rates: Schema.Struct({ open: Rate, view: Rate, cta: Rate }),
  channels: Schema.Array(Schema.Struct({ channel: ShareChannel, ...counts })),
  series: Schema.Array(Schema.Struct({ period: Schema.String, links: Count, ...counts }))
}).annotate({ identifier: "AnalyticsShareFunnel" })

export const shareReports = [
  HttpApiEndpoint.get("shareFunnel", "/customers/me/analytics/share-funnel", {
    query: { ...span, ...tabled },
    success: [ShareFunnel, Csv],
    error: [...error]
  }).annotateMerge(
    says(
      "Show what became of shared buddies",
      "By day of UTC, whatever the workspace's time zone is: the figures of `GET /buddy-share/stats` for the same days."
    )
  )
] as const
