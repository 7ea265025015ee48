/** What the pages of reports, surfaces and campaigns say. */
export const analytics = {
  title: "Analytics",
  intro: "What your users do, what your economy pays, and whether they come back.",
  label: "Reports",
  tabs: {
    overview: "Overview",
    events: "Events",
    economy: "Economy",
    badges: "Badges",
    items: "Items",
    retention: "Retention",
    streaks: "Streaks",
    webhooks: "Webhooks"
  },
  window: "Window",
  windows: { "7": "7 days", "30": "30 days", "90": "90 days" },
  csv: "CSV",
  csvOf: (what: string) => `CSV of ${what}`,
  asOf: "Counted until",
  zone: (zone: string) => `days of ${zone}`,
  stale: "These figures are behind: they are being counted.",
  counting: "The first events are being counted: they are here within seconds.",
  series: "By day",
  chart: (what: string) => `Chart: ${what}`,
  empty: "Nothing in this window",
  emptyText: "Choose a longer one, or send events first.",
  none: "–",
  figures: {
    label: "Figures of the window",
    users: "Active users",
    usersNote: (count: string) => `${count} new`,
    events: "Events",
    eventsNote: (each: string) => `${each} for each active user`,
    coins: "Coins paid",
    coinsNote: (spent: string) => `${spent} spent`,
    outstanding: "Coins held",
    badges: "Badges given",
    items: "Items acquired",
    evolutions: "Evolutions",
    deliveries: "Webhooks delivered",
    deliveriesNote: (lost: string) => `${lost} given up`
  },
  activity: {
    title: "Users by day",
    lines: ["Active", "New"],
    head: ["Day", "Active", "New", "Returning", "Events"]
  },
  events: {
    lines: ["Events"],
    head: ["Day", "Events"],
    types: "By type",
    typesHead: ["Event type", "Events", "Share", "Without reward", "Coins"]
  },
  economy: {
    title: "Coins by day",
    lines: ["Paid", "Spent"],
    head: ["Day", "Paid", "Spent", "Held"],
    sources: "Where coins come from",
    sinks: "Where coins go",
    flowHead: ["What", "Rule or item", "Coins", "Times", "Share"]
  },
  badgesHead: ["Badge", "Given", "Holders", "Coins", "Taken back"],
  itemsHead: ["Item", "Acquired", "Bought", "Coins", "Owners"],
  retention: { cohort: "First seen", size: "Users", offset: (count: number) => `+${count}` },
  streaks: {
    title: "Streaks by day",
    lines: ["Extended", "Lost"],
    head: ["Day", "Extended", "Lost"],
    each: "By streak",
    eachHead: ["Streak", "Running", "Longest", "Extended", "Lost"]
  },
  webhooks: {
    title: "Deliveries by day",
    lines: ["Delivered", "Failed attempts"],
    head: ["Day", "Delivered", "Failed attempts"],
    each: "By endpoint",
    eachHead: ["Endpoint", "Delivered", "Given up", "Succeed", "Median", "95 %"]
  },
  ms: (ms: string) => `${ms} ms`
}

export const surfaces = {
  title: "Surfaces",
  intro: "Pages of ours that your users can open without an app of yours.",
  label: "Kinds of surfaces",
  tabs: { pages: "Hosted pages", showrooms: "Showrooms", shares: "Shared buddies" },
  statuses: { draft: "draft", published: "published", archived: "archived" },
  create: { pages: "New hosted page", showrooms: "New showroom" },
  name: "Name",
  nameHint: "Its address is made of it",
  nameMissing: "Enter a name.",
  created: "It is there as a draft.",
  pagesHead: ["Page", "State", "Players", "Published", "Actions"],
  showroomsHead: ["Showroom", "State", "Visits", "Published", "Actions"],
  empty: { pages: "No hosted page yet", showrooms: "No showroom yet" },
  emptyText: {
    pages: "Players of a class or a team come in by a code, and see their buddy.",
    showrooms: "A wall of buddies, for a screen in a hallway or a link in a mail."
  },
  open: "Open",
  openLabel: (name: string) => `Open ${name}`,
  qr: "Link and code",
  qrLabel: (name: string) => `Link and code of ${name}`,
  link: "Link",
  code: (name: string) => `QR code that leads to ${name}`,
  print: "Print",
  publish: "Publish",
  unpublish: "Take offline",
  actionLabel: (action: string, name: string) => `${action}: ${name}`,
  publishTitle: (name: string) => `Publish ${name}?`,
  publishText: (url: string) => `Whoever has the link can open it: ${url}`,
  unpublishTitle: (name: string) => `Take ${name} offline?`,
  unpublishText: "Its link leads nowhere until you publish it again. Nothing is deleted.",
  published: "It is online.",
  unpublished: "It is offline.",
  readiness: "What is missing",
  checks: { ok: "fine", missing: "missing", warning: "look at it" },
  shares: {
    settings: "Sharing",
    enabled: "Users may share their buddy",
    showTenant: "Show your name on shared pages",
    listed: "Shared pages may be found by search engines",
    ctaUrl: "Where its button leads (optional)",
    ctaLabel: "What its button says (optional)",
    saved: "Saved.",
    stats: "The last 30 days",
    links: "Links made",
    viewed: "Views",
    clicked: "Clicks on the button",
    channels: "By channel",
    head: ["Channel", "Opened", "Shared", "Viewed", "Clicked"]
  }
}

export const campaigns = {
  title: "Campaigns",
  intro: "What runs beside your rules for a while. They are set up with the API; here you see how they do.",
  label: "Kinds of campaigns",
  tabs: { lotteries: "Lotteries", quests: "Group quests", causes: "Causes" },
  lotteriesHead: ["Lottery", "Key", "State"],
  questsHead: ["Quest", "State", "Users", "Reached", "Ends"],
  causesHead: ["Cause", "State", "Users", "Reached", "Thresholds crossed"],
  empty: { lotteries: "No lottery yet", quests: "No group quest yet", causes: "No cause yet" },
  emptyText: "The reference tells how one is made.",
  reference: "API reference"
}
