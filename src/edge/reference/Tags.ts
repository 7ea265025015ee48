/**
 * The chapters of the reference: the first half of every operation's name, in parts and in the order they are read.
 */
export const parts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Play: {
    events: "Tell Hatchery what your users did, and read what was made of it.",
    eggs: "An egg waits for a user and hatches into a buddy.",
    buddies: "A user's companion: what it owns, how it looks, and corrections by hand.",
    operations: "Work that goes on after the answer, such as a hatch: follow it, cancel it.",
    economy: "The coin ledger of a buddy: every row, its reason, and proof that none was changed.",
    badgeReviews: "Badges that wait for somebody's yes.",
    playersZero: "The player of your own workspace, to try rules on.",
    testClocks: "Clocks you move yourself, so that a test sees next week now. Test keys only."
  },
  Rules: {
    configVersions: "Drafts, publishing, and comparing: every rule belongs to a version.",
    eventTypes: "The events your product sends, and what their properties hold.",
    coinRules: "Which event pays how many coins, with caps and reward pools.",
    tokenTypes: "Currencies beside coins: spendable ones and progress such as XP.",
    tokenRules: "Which event pays which tokens.",
    badgeDefinitions: "Badges, what earns them, and their icons.",
    streakRules: "What keeps a streak alive, its freezes and milestones.",
    skillSets: "The skills buddies grow.",
    skillRules: "Which event grows which skill.",
    skillDecayRules: "How skills fade when nothing is done.",
    evolutionRules: "The stages of a buddy and what each one asks for.",
    pathDefinitions: "Guided paths of steps and sub-steps, and how far a buddy is.",
    presets: "Whole configurations to start from.",
    schemas: "JSON Schemas of everything that is configured, for editors and forms."
  },
  "Things to own": {
    gates: "Things a buddy unlocks with coins, tokens or a stage.",
    marketplaces: "Shops of items that buddies buy and wear.",
    profileTemplates: "Names, taglines and looks that new buddies start with."
  },
  Widgets: {
    widgetSessions: "Tokens with which one widget acts for one buddy.",
    embedTokens: "Tokens with which a page shows one buddy, and may change nothing.",
    widgetRuntime: "What widgets ask with their own token: one buddy, nothing else."
  },
  Workspace: {
    auth: "Workspaces, people who sign in, and API keys.",
    customersMe: "Your workspace: settings, audiences, and figures over all buddies.",
    webhooks: "Endpoints of yours that hear of everything, their secrets and their deliveries.",
    billing: "Plans and the pages of the payment provider.",
    credits: "Credits for generated pictures.",
    imageUsage: "What pictures were generated, and what they took.",
    health: "Is it up, and which build is it."
  }
}

/** What each is about. */
export const tags: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(parts))

const others: Readonly<Record<string, string>> = {
  auth: "Accounts and keys",
  configVersions: "Config versions",
  customersMe: "Your workspace",
  economy: "Ledgers",
  eggs: "Eggs",
  pathDefinitions: "Paths",
  playersZero: "Player zero",
  badgeDefinitions: "Badges",
  webhooks: "Webhooks",
  widgetRuntime: "Inside a widget"
}

/** As people say it: `skillDecayRules` is `Skill decay rules`. */
export const titleOf = (tag: string): string => {
  const words = tag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return others[tag] ?? `${words[0]!.toUpperCase()}${words.slice(1)}`
}
