/** What the people of a workspace are told of, how grave it is, and which page of the console it leads to. */

export const severities = ["info", "warning", "critical"] as const
export type Severity = (typeof severities)[number]

interface Kind {
  readonly severity: Severity
  /** below the address of the console */
  readonly page: string
}

export const notificationKinds = {
  webhook_endpoint_disabled: { severity: "critical", page: "/webhooks" },
  quota_exhausted: { severity: "critical", page: "/usage" },
  surface_guessing: { severity: "critical", page: "/surfaces" },
  quota_warning: { severity: "warning", page: "/usage" },
  credits_low: { severity: "warning", page: "/usage" },
  billing_past_due: { severity: "warning", page: "/usage" },
  deliveries_exhausted: { severity: "warning", page: "/webhooks" },
  operation_failed: { severity: "warning", page: "/operations" },
  key_expiring: { severity: "warning", page: "/keys" },
  plan_changed: { severity: "info", page: "/usage" },
  badge_review_waiting: { severity: "info", page: "/badge-reviews" },
  proposal_waiting: { severity: "info", page: "/council" },
  season_closed: { severity: "info", page: "/leagues" },
  config_published: { severity: "info", page: "/publish" },
  /** as grave as the alert */
  economy_alert: { severity: "info", page: "/alerts" }
} as const satisfies Readonly<Record<string, Kind>>
export type NotificationKind = keyof typeof notificationKinds

export interface News {
  readonly kind: NotificationKind
  /** What it is about within its kind: at most one of a kind and subject is unread. */
  readonly subject: string
  readonly message: string
  /** names nobody: no user, no buddy */
  readonly details: Readonly<Record<string, unknown>>
  readonly severity?: Severity
  /** One that was read is not told again. */
  readonly once?: true
}
