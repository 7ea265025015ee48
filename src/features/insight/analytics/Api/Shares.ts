/** The report on shared buddies. */
import { HttpApiEndpoint } from "effect/http-api"
import { Schema } from "effect"
import { Rate, ShareChannel } from "../../../../wire/surfaces/Sharing.ts"
import { says } from "../../../../wire/Words.ts"
import { audience, Count, Csv, error, head, period, span, stepped, tabled } from "../../../../wire/analytics/Frame.ts"

const counts = { opened: Count, shared: Count, viewed: Count, cta_clicked: Count }

export const ShareFunnel = Schema.Struct({
  ...head,
  links: Count.annotate({ description: "made in the window" }),
  ...counts,
  rates: Schema.Struct({ open: Rate, view: Rate, cta: Rate }),
  channels: Schema.Array(Schema.Struct({ channel: ShareChannel, ...counts })),
  series: Schema.Array(Schema.Struct({ ...period, links: Count, ...counts }))
}).annotate({ identifier: "AnalyticsShareFunnel" })

export const shareReports = [
  HttpApiEndpoint.get("shareFunnel", "/customers/me/analytics/share-funnel", {
    query: { ...span, ...audience, ...stepped, ...tabled },
    success: [ShareFunnel, Csv],
    error: [...error]
  }).annotateMerge(
    says(
      "Show what became of shared buddies",
      "By days of UTC, whatever the workspace's time zone is: the figures of `GET /buddy-share/stats` for the same " +
        "days. With an audience, those of the buddies that are in it now."
    )
  )
] as const
