/** What the page of presets says. */
export const presets = {
  title: "Presets",
  intro: "Whole configurations to start from. A preset fills your draft; nothing counts before you publish.",
  look: "What is in it",
  hide: "Show less",
  apply: "Use this preset",
  parts: {
    eventTypes: "event types",
    tokenTypes: "token types",
    coinRules: "coin rules",
    tokenRules: "token rules",
    skillSets: "skill sets",
    skillRules: "skill rules",
    skillDecayRules: "decay rules",
    badgeDefinitions: "badges",
    streakRules: "streaks",
    gates: "gates",
    marketplaces: "marketplaces"
  } as Readonly<Record<string, string>>,
  sure: {
    title: (name: string) => `Use “${name}”?`,
    fresh: "Your draft is filled with its rules. Event types, gates and items are set up beside it.",
    replaces: (number: number) =>
      `Draft ${number} is replaced: its rules are gone afterwards. Event types, gates and items with the same key ` +
      "are updated; others stay.",
    buddies: "Nothing changes for buddies until you publish.",
    apply: "Fill the draft",
    replace: "Replace the draft"
  },
  applied: (name: string) => `The draft has the rules of ${name} now.`
}
