/** Figures about all users of a workspace. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../../wire/Group.ts"
import { says } from "../../../wire/Words.ts"
import { ActivitySummary, Audiences, CustomEvents, EventCounts, Overview } from "./Api/Activity.ts"
import { EconomySummary, PopularBadges, PopularItems, Tokens, Webhooks } from "./Api/Economy.ts"
import { shareReports } from "./Api/Shares.ts"
import { userReports } from "./Api/Users.ts"
import { worthReports } from "./Api/Worth.ts"
import { audience, compared, Csv, error, limited, plain, span, stepped, tabled } from "../../../wire/analytics/Frame.ts"

const only = Schema.optionalKey(
  Schema.Literals(["undefined", "unused", "silent"]).annotate({
    description: "silent: nothing for 7 days, something in the 28 before"
  })
)

export class AnalyticsApi extends tenantGroup(
  HttpApiGroup.make("analytics").add(
    HttpApiEndpoint.get("overview", "/analytics/overview", {
      query: { ...span, ...audience, ...compared, ...plain },
      success: Overview,
      error: [...error]
    }).annotateMerge(
      says(
        "Show the workspace at a glance",
        "Users, buddies, eggs, events, coins and deliveries. `total`, `active_*`, `open` and `outstanding` are of " +
          "now, the rest is the window's. Stickiness: users of a mean day among those of 30."
      )
    ),
    HttpApiEndpoint.get("activitySummary", "/analytics/activity-summary", {
      query: { ...span, ...audience, ...stepped, ...compared, ...tabled },
      success: [ActivitySummary, Csv],
      error: [...error]
    }).annotateMerge(
      says(
        "Show who is active, new, back or gone",
        "By period: active = new + returning + resurrected; dormant were active in the period before and are not in " +
          "this one. A user is active who sent an event, by its local day."
      )
    ),
    HttpApiEndpoint.get("eventCounts", "/analytics/event-counts", {
      query: { ...span, ...audience, ...stepped, ...tabled },
      success: [EventCounts, Csv],
      error: [...error]
    }).annotateMerge(
      says(
        "Count events by type",
        "Accepted and new ones, on the local day they occurred. `unrewarded` were received and nothing came of them, " +
          "`without_buddy` had nobody to receive them."
      )
    ),
    HttpApiEndpoint.get("customEvents", "/analytics/custom-events", {
      query: { ...span, ...audience, ...tabled, only },
      success: [CustomEvents, Csv],
      error: [...error]
    }).annotateMerge(
      says(
        "List event types and who listens to them",
        "Every type that was ever counted or is defined, with the rules, badges, streaks, paths and campaigns in " +
          "force that wait for it."
      )
    ),
    HttpApiEndpoint.get("audiences", "/analytics/audiences", {
      query: { ...span, ...tabled },
      success: [Audiences, Csv],
      error: [...error]
    }).annotateMerge(
      says("Compare audiences", "Users of two audiences count in both. `listed: false`: taken off the list since.")
    ),
    HttpApiEndpoint.get("economySummary", "/analytics/economy-summary", {
      query: { ...span, ...audience, ...stepped, ...compared, ...tabled },
      success: [EconomySummary, Csv],
      error: [...error]
    }).annotateMerge(
      says(
        "Show where coins and tokens come from and go",
        "`outstanding` is what buddies hold, `net` what the window has changed of it. Corrections are reversals and " +
          "what they left owed."
      )
    ),
    HttpApiEndpoint.get("popularBadges", "/analytics/popular-badges", {
      query: { ...span, ...audience, ...limited, ...tabled },
      success: [PopularBadges, Csv],
      error: [...error]
    }).annotateMerge(
      says(
        "List badges by awards",
        "Holders are of now, and archived buddies none; rarity is their share of all buddies. Secret ones are listed."
      )
    ),
    HttpApiEndpoint.get("popularItems", "/analytics/popular-items", {
      query: { ...span, ...audience, ...limited, ...tabled },
      success: [PopularItems, Csv],
      error: [...error]
    }).annotateMerge(says("List items by how many came to buddies", "Owners are of now, the rest is the window's.")),
    HttpApiEndpoint.get("tokens", "/analytics/tokens", {
      query: { ...span, ...audience, ...stepped, ...tabled },
      success: [Tokens, Csv],
      error: [...error]
    }).annotateMerge(says("Show tokens and the gates they open", "`outstanding` is of now, the rest is the window's.")),
    HttpApiEndpoint.get("webhooks", "/analytics/webhooks", {
      query: { ...span, ...stepped, ...tabled },
      success: [Webhooks, Csv],
      error: [...error]
    }).annotateMerge(
      says(
        "Show how deliveries fare",
        "By endpoint, those of causes included; `pending` is of now. Of an address only the host is told."
      )
    ),
    ...userReports,
    ...worthReports,
    ...shareReports
  ),
  { access: "tenant_read", capability: "analytics", description: "Figures about all users" }
) {}
