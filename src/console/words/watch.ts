/** What the pages say that tell of work under way, of alerts, and of what waits for somebody's decision. */
export const operations = {
  title: "Operations",
  intro: "Work that takes longer than a request: hatching, evolving, migrating, backtests, exports.",
  status: "State",
  statuses: {
    pending: "waiting",
    processing: "under way",
    completed: "done",
    failed: "failed",
    cancelled: "cancelled"
  },
  head: ["Operation", "State", "Of", "Began", "Ended", "Actions"],
  empty: "No operation",
  emptyText: "What your users and your team set going shows here.",
  cancel: "Cancel",
  cancelLabel: (id: string) => `Cancel operation ${id}`,
  cancelled: "It is cancelled.",
  attempts: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`)
}

export const alerts = {
  title: "Alerts",
  intro: "What is out of the ordinary in your economy: what was seen, and what would have been expected.",
  status: "State",
  statuses: { open: "open", acknowledged: "seen", resolved: "over", dismissed: "dismissed" },
  severities: { info: "info", warning: "warning", critical: "critical" },
  head: ["Alert", "State", "Seen", "Expected", "Last seen", "Actions"],
  empty: "No alert",
  emptyText: "Nothing is out of the ordinary.",
  acknowledge: "I have seen it",
  dismiss: "Dismiss",
  label: (action: string, kind: string) => `${action}: ${kind}`,
  acknowledged: "Marked as seen.",
  dismissed: "Dismissed.",
  dismissTitle: (kind: string) => `Dismiss ${kind}?`,
  dismissText: "It is not opened again for the same reason until it has been over once.",
  note: "Note (optional)"
}

export const badgeReviews = {
  title: "Badge reviews",
  intro: "Badges that users have earned and that wait for one of you to give them.",
  head: ["Badge", "User", "Ready since", "Actions"],
  empty: "Nothing waits",
  emptyText: "Badges whose rule asks for a review show here once somebody has earned them.",
  award: "Give",
  reject: "Turn down",
  label: (action: string, badge: string, user: string) => `${action}: ${badge} for ${user}`,
  awarded: "The badge is given.",
  rejected: "It is turned down.",
  awardTitle: (badge: string, user: string) => `Give ${badge} to ${user}?`,
  rejectTitle: (badge: string, user: string) => `Turn down ${badge} for ${user}?`,
  awardText: "The user gets the badge and its coins at once.",
  rejectText: "The user starts anew towards it.",
  reason: "Reason (optional)"
}

export const council = {
  title: "Council",
  intro: "Sentences players propose for your widgets. What you approve is shown to everybody.",
  status: "State",
  statuses: { open: "open", approved: "approved", rejected: "rejected", withdrawn: "withdrawn" },
  head: ["Proposal", "Instead of", "State", "Votes", "Proposed", "Actions"],
  empty: "No proposal",
  emptyText: "What council members propose shows here.",
  nothing: "the sentence of the service",
  votes: (yes: number, no: number, quorum: number) => `${yes} for, ${no} against, ${quorum} needed`,
  approve: "Approve",
  reject: "Reject",
  label: (action: string, slot: string) => `${action}: ${slot}`,
  approveTitle: "Show this sentence to everybody?",
  rejectTitle: "Reject this proposal?",
  comment: "Comment (optional)",
  decided: "Decided."
}

export const leagues = {
  title: "Leagues",
  intro: "Seasons in which users of like strength are ranked against each other.",
  reference: "API reference",
  off: "Leagues are switched off. They are switched on and set up with the API.",
  facts: {
    metric: "Ranked by",
    days: "Length of a season",
    cohort: "Users in a group",
    zone: "Time zone",
    tiers: "Tiers"
  },
  days: (count: number) => (count === 1 ? "1 day" : `${count} days`),
  rules: "How leagues go",
  statuses: {
    scheduled: "to come",
    active: "running",
    finalizing: "being counted",
    closing: "closing",
    closed: "closed"
  },
  seasons: "Seasons",
  head: ["Season", "State", "Begins", "Ends", "Users", "Actions"],
  empty: "No season yet",
  emptyText: "The first begins once leagues are switched on.",
  close: "Close now",
  closeLabel: (name: string) => `Close ${name} now`,
  closeTitle: (name: string) => `Close ${name} now?`,
  closeText: "Everybody is ranked as they stand, and rewards are paid. This cannot be undone.",
  closing: "The season is closing."
}

export const notifications = {
  title: "Notifications",
  bell: "Notifications",
  bellUnread: (count: number) => (count === 1 ? "1 unread notification" : `${count} unread notifications`),
  intro: "What happened in this workspace that one of you should know.",
  only: "Unread only",
  empty: "Nothing new",
  emptyText: "Warnings about quotas, webhooks and keys show here, and news of published versions.",
  read: "Mark read",
  readLabel: (message: string) => `Mark read: ${message}`,
  readAll: "Mark all read",
  allRead: "All are read.",
  go: "Go there",
  goLabel: (message: string) => `Go there: ${message}`,
  unread: "unread",
  severities: { info: "info", warning: "warning", critical: "critical" },
  mail: "Mails about critical ones",
  paused: "Mails, and the number on the bell, are paused until",
  pauseText: "You get a mail about each critical notification.",
  pause: "Pause for a week",
  resume: "Send them again",
  pauseDone: "No mails, and no number on the bell, for a week.",
  resumed: "You get mails again."
}
