/** What is thrown away of pages of ours: credentials of players, pictures of links, and who came. */
import { byAge, ogImages, visitCounts } from "./Batches.ts"
import { day_ms, hour_ms, type Policy } from "./Policy.ts"

export const ofPages: ReadonlyArray<Policy> = [
  {
    table: "hosted_cards",
    keep_ms: 90 * day_ms,
    since: "the issue",
    why: "Codes and cards of players are shown again for three months. They work beyond that; only their copy goes.",
    batch: byAge("hosted_cards", "issued_at")
  },
  {
    table: "hosted_refreshes",
    keep_ms: hour_ms,
    since: "the end of the session",
    why: "A session of a hosted page that is over opens nothing.",
    batch: byAge("hosted_refreshes", "expires_at")
  },
  {
    table: "hosted_addresses",
    keep_ms: 24 * hour_ms,
    since: "the last try",
    why: "Who came in to a hosted page within a day is let in while others guess; older tries tell nothing.",
    batch: byAge("hosted_addresses", "seen_at")
  },
  {
    table: "og_images",
    keep_ms: 30 * day_ms,
    since: "the last day a page asked for it",
    why:
      "Pictures of links, with their bytes: composed anew when somebody opens the page again. Those with an erased " +
      "buddy on them go with the next sweep.",
    batch: ogImages
  },
  {
    table: "visit_salts",
    keep_ms: 2 * day_ms,
    since: "the first visit of its day",
    why: "Marks of visitors are made under the salt of a day. Without it nobody can tell whose they were.",
    batch: byAge("visit_salts", "created_at")
  },
  {
    table: "visit_marks",
    keep_ms: 2 * day_ms,
    since: "the visit",
    why: "They keep a visitor from being counted twice on one day.",
    batch: byAge("visit_marks", "seen_at")
  },
  {
    table: "visit_counts",
    keep_ms: 400 * day_ms,
    since: "the last visit of the day",
    why: "Figures of shared pages go back 13 months. What a showroom had before stays in its total, as one number.",
    batch: visitCounts
  },
  {
    table: "share_links",
    keep_ms: 400 * day_ms,
    since: "the end of the link",
    why: "Links that open nothing any more are counted by the day they were made. Those that open stay.",
    batch: byAge("share_links", "voided_at")
  },
  {
    table: "brags",
    keep_ms: 400 * day_ms,
    since: "the brag",
    why: "What was done with the brag button can be fetched for 13 months.",
    batch: byAge("brags", "occurred_at")
  },
  {
    table: "welcome_tokens",
    keep_ms: day_ms,
    since: "the end of the link",
    why: "A link to come back by that is over opens nothing.",
    batch: byAge("welcome_tokens", "expires_at")
  }
]
