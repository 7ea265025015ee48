/** News for the people of workspaces. */
import { type Invariant, isLate } from "./Invariant.ts"

export const notifications: ReadonlyArray<Invariant> = [
  {
    id: "mails_of_a_kind_are_a_day_apart",
    title: "Of notifications of one kind at most one a day goes out as mail.",
    queries: {
      population: "SELECT count(*) FROM notifications WHERE mailed_at IS NOT NULL",
      violations: `
        SELECT n.customer_id, n.notification_id, n.kind FROM notifications AS n
        JOIN notifications AS other ON other.customer_id = n.customer_id AND other.kind = n.kind
          AND other.notification_id <> n.notification_id
          AND other.mailed_at <= n.mailed_at AND other.mailed_at > n.mailed_at - interval '1 day'`
    }
  },
  {
    id: "grave_news_are_looked_at",
    title: "Whether a grave notification goes out as mail is settled soon.",
    queries: {
      population: "SELECT count(*) FROM notifications WHERE severity = 'critical'",
      violations: `
        SELECT n.customer_id, n.notification_id, n.kind FROM notifications AS n
        WHERE n.mail_due AND ${isLate("n.created_at")}`
    },
    quiescent: true
  }
]
