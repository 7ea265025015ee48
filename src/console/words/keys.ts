/** What the page of keys says. */
export const keys = {
  title: "API keys",
  intro: "Secret keys are for your servers. Publishable keys may be seen in a browser, and read little.",
  create: "Create key",
  createPublishable: "Create publishable key",
  empty: "No key yet",
  emptyText: "Create one, and send the first event with it.",
  head: ["Name", "Key", "May", "Created", "Last used", "Ends", "Actions"],
  never: "never",
  ends: (last4: string) => `… ${last4}`,
  kinds: { secret: "secret", publishable: "publishable" },
  modes: { live: "live", test: "test" },
  everything: "everything",
  label: "Name",
  labelMissing: "Enter a name.",
  labelHint: "For you to tell keys apart, such as: production backend",
  mode: "For",
  modeTest: "testing (svc_test_)",
  modeLive: "real users (svc_live_)",
  expires: "Ends at",
  expiresHint: "Left empty: never",
  permissions: "May",
  permitted: {
    "buddy:read": "See buddies",
    "leaderboard:read": "See leaderboards",
    "badges:read": "See badges",
    "marketplace:read": "See marketplaces",
    "paths:read": "See paths",
    "embed_tokens:mint": "Make tokens for widgets"
  },
  permitSomething: "Choose at least one.",
  origins: "Pages it works on, one origin a line",
  originsHint: "Left empty: all of them. As in https://app.example.com",
  made: {
    title: "Your new key",
    once: "This is the only time it is shown. Take it to where it belongs before you close this.",
    key: "Key",
    curl: "Send a first event with it",
    waiting: "Waiting for the event …",
    arrived: (type: string) => `It is here: ${type}.`,
    close: "I have stored it"
  },
  revoke: {
    send: "Revoke",
    title: (label: string) => `Revoke ${label}?`,
    text: (last4: string) =>
      `The key that ends in ${last4} is refused from that moment on, everywhere. What it made stays.`,
    publishable: "Widgets that show a token of it stop, too."
  },
  rotate: {
    send: "Rotate",
    title: "Replace all secret keys",
    text: "You get one new key. These die at once:",
    none: "There is no secret key yet.",
    rotate: "Make a new one and revoke these"
  },
  event: {
    title: "Send a test event",
    text: "As your server would, for the test player player-0.",
    type: "Event type",
    send: "Send event",
    hatching: "Hatching player-0 …",
    sending: "Sending …",
    paid: (coins: number) => (coins === 1 ? "It was worth 1 coin." : `It was worth ${coins} coins.`),
    widget: "See the widget move",
    unpublished: "Publish a version first: then player-0 can hatch.",
    publish: "Go to publishing"
  }
}
