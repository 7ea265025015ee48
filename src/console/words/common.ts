/** The console's words, in English, by the part that says them. This file: what all pages say. */

/** A proxy, a portal of a guest network, a page for maintenance. */
const notOurs = "Something else answered in the service's place. Check your connection and try again."

export const common = {
  product: "Hatchery",
  consoleName: "Console",
  skip: "Skip to content",
  loading: "Loading",
  retry: "Try again",
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  remove: "Delete",
  copy: "Copy",
  copied: "Copied",
  back: "Back",
  more: "Show more",
  none: "none",
  all: "All",
  signOut: "Sign out",
  menu: "Menu",
  lookAtFields: "Something is missing or wrong: it stands beside the fields.",
  enterSomething: "Enter something here.",
  enter: (wanted: string) => `Enter ${wanted}.`,
  requestId: (id: string) => `Request ${id}`,
  needsPlan: (plan: string) => `Your plan does not include this. It comes with the plan ${plan}.`,
  needsRole: (role: string) => `This takes the role ${role}.`,
  utc: (time: string) => `${time} UTC`,
  timesOf: (zone: string) => `Times are those of ${zone}.`,
  notFound: {
    title: "There is nothing here",
    text: "This page is not part of the console. Perhaps the address has a typing error.",
    home: "Go to the overview"
  },
  broken: {
    title: "This page did not load",
    text: "Check your connection and try again. What you have saved is safe."
  },
  firstEvent: {
    title: "No event yet",
    listed: "Each shows here within seconds, with what it was worth. Your server sends them; you can send the first.",
    counted: "Figures begin with the first event. Your server sends them; you can send the first.",
    go: "Send a test event"
  },
  leave: "Your changes are not saved. Leave this page all the same?",
  nav: {
    label: "Pages",
    build: "Build",
    watch: "Watch",
    engage: "Engage",
    connect: "Connect",
    workspace: "Workspace",
    players: "Players",
    eggs: "Eggs",
    events: "Events",
    analytics: "Analytics",
    alerts: "Alerts",
    operations: "Operations",
    surfaces: "Surfaces",
    campaigns: "Campaigns",
    leagues: "Leagues",
    badgeReviews: "Badge reviews",
    council: "Council",
    webhooks: "Webhooks",
    usage: "Plan and usage",
    settings: "Settings",
    overview: "Overview",
    presets: "Presets",
    rules: "Rules",
    try: "Try",
    publish: "Publish",
    keys: "API keys",
    widgets: "Widgets",
    docs: "Documentation",
    reference: "API reference"
  },
  errors: {
    connection_error: "The service could not be reached. Check your connection and try again.",
    malformed_answer: notOurs,
    http_error: notOurs,
    timeout: "There was no answer in time. Try again in a moment.",
    rate_limited: "That was too fast. Wait a moment and try again.",
    forbidden: "You may not do this.",
    not_found: "This is not there any more.",
    plan_feature_locked: "Your plan does not include this.",
    capability_disabled: "This is switched off for your workspace.",
    email_not_verified: "Confirm your e-mail address first: the link is in the mail you got when you registered.",
    service_unavailable: "The service cannot do this right now. Try again in a moment."
  } as Readonly<Record<string, string>>,
  unknownError: "Something went wrong here. Reload the page; if it happens again, tell us what you did."
}
