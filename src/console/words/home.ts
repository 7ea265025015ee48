/** What the overview says. */
export const home = {
  title: "Overview",
  intro: "From an empty workspace to a widget that moves. Each step ticks itself off.",
  running: "What your users did today, and what wants to be looked at.",
  steps: {
    title: "Get started",
    done: (done: number, all: number) => `${done} of ${all} done`,
    isDone: "done",
    isOpen: "to do",
    preset: {
      title: "Pick a preset",
      text: "A whole set of rules for a product like yours, to start from.",
      go: "Presets"
    },
    rules: {
      title: "Change a coin rule",
      text: "Make it yours: what earns how much, and how often.",
      go: "Coin rules"
    },
    publish: { title: "Publish", text: "Try the draft on a made-up event, then make it count.", go: "Publish" },
    key: { title: "Create an API key", text: "Your server sends events with it.", go: "API keys" },
    event: {
      title: "Send the first event",
      text: "With a button here, or from your own terminal.",
      go: "Send an event"
    },
    widget: { title: "See the widget alive", text: "On a test player of your own, then on your page.", go: "Widgets" }
  },
  figures: {
    label: "Figures",
    events: "Events today",
    eventsNote: (zone: string) => `day of ${zone}`,
    buddies: "Active buddies",
    buddiesNote: (total: string) => `of ${total} in all`,
    failing: "Failing endpoints",
    failingNote: (all: string) => `of ${all} webhook endpoints`,
    quota: "Events this month",
    quotaNote: (quota: string) => `of ${quota} in your plan`,
    unlimited: "no limit"
  },
  recent: {
    title: "Latest events",
    empty: "No event yet",
    emptyText: "The first one shows here within seconds.",
    head: ["Event", "User", "Happened", "Coins"]
  },
  confirm: {
    text: "Confirm your e-mail address: live keys need it.",
    send: "Send the mail again",
    sent: "The mail is on its way."
  }
}
