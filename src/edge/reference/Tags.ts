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
    forecasts: "What the economy comes to in the next weeks under a version, lived many times over.",
    schemas: "JSON Schemas of everything that is configured, for editors and forms."
  },
  "Things to own": {
    gates: "Things a buddy unlocks with coins, tokens or a stage.",
    marketplaces: "Shops of items that buddies buy and wear.",
    flashSales: "Items for less, for a while.",
    surpriseDrops: "Rewards an event may bring by chance, with pity for the unlucky and a budget.",
    eventBadges: "Badges of what happens once, for whoever was there.",
    mysteryBoxes: "A price, a limit, and a reward by chance whose odds are told.",
    freeLunches: "Coins without a condition, and the cards that tell of them.",
    profileTemplates: "Names, taglines and looks that new buddies start with."
  },
  Together: {
    council: "Players propose the words widgets say, and your people vote on it.",
    teams: "Groups of buddies that the workspace forms, what they are told of each other, and files of members.",
    kudoTypes: "What people may thank each other with, what it brings, and how often.",
    kudos: "Thanks from one buddy to another: what was given, and how it is spread.",
    leaderboard: "Who is ahead in a period: what counts, among whom, and who hides.",
    foundingCohort: "Your first users, numbered, and what they are given for it.",
    reengagement: "What users are given who come back after a long absence.",
    mentorVisibility: "Who may find the mentors of teams, and whom they look after.",
    leagues: "Seasons in small cohorts, and tiers to rise and fall between.",
    lotteries: "Tickets, draws that anybody can check, and prizes.",
    groupQuests: "Targets that buddies reach together, with a reward for whoever has brought enough.",
    causes: "What users do adds up to something real, and a partner of yours hears of each threshold."
  },
  Widgets: {
    widgetSessions: "Tokens with which one widget acts for one buddy.",
    embedTokens: "Tokens with which a page shows one buddy, and may change nothing.",
    widgetRuntime: "What widgets ask with their own token: one buddy, nothing else.",
    hostedSurfaces: "Pages of ours that players come in to with a code or a card, and buttons for staff.",
    buddyShare: "Whether links to pages about buddies open, what those pages show, and what became of them.",
    brag: "A button in the widget to tell others of a great moment, and what comes of it.",
    marketing: "Buttons of our own pages.",
    showrooms: "Pages of ours that show some of your buddies to anybody, by link or by QR code.",
    public: "What our pages for anybody ask for, without a credential: shared buddies, showrooms, hosted surfaces."
  },
  Workspace: {
    auth: "Workspaces, people who sign in, and API keys.",
    customersMe: "Your workspace: settings, audiences, awards, boosters, and figures over all buddies.",
    featureToggles: "Which features the workspace has switched on: a draft, and what is published.",
    featureConfig: "What of each feature the widgets show.",
    members: "The people of your workspace, what each may do, and who is invited.",
    sso: "Signing in at your own identity provider, and the domains whose people do.",
    webhookInboxes: "Addresses of ours that take webhooks while you build a receiver, and say what is wrong with one.",
    onboarding: "A configuration made of what your product says of itself, and a guide to build it in.",
    auditLog: "Who changed what in the workspace, and when.",
    sixD: "What your game is for in six steps, which drives of users it speaks to, and how far they are from it.",
    alerts: "What looks wrong with the economy, found without being asked.",
    notifications: "What the people of the workspace should know, and who is mailed about it.",
    analytics: "Figures about all users: who is there, what they send, what is earned and what it goes for.",
    webhooks: "Endpoints of yours that hear of everything, their secrets and their deliveries.",
    billing: "Plans and the pages of the payment provider.",
    credits: "Credits for generated pictures and texts: what is left, and what it went on.",
    imageUsage: "What pictures were generated, and what they took.",
    health: "Is it up, and which build is it."
  }
}

/** What each is about. */
export const tags: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(parts))

const others: Readonly<Record<string, string>> = {
  auth: "Accounts and keys",
  configVersions: "Config versions",
  council: "Council",
  customersMe: "Your workspace",
  economy: "Ledgers",
  eggs: "Eggs",
  mentorVisibility: "Mentors",
  pathDefinitions: "Paths",
  public: "Public pages",
  sso: "Single sign-on",
  playersZero: "Player zero",
  sixD: "Six steps and eight drives",
  badgeDefinitions: "Badges",
  webhooks: "Webhooks",
  widgetRuntime: "Inside a widget"
}

/** As people say it: `skillDecayRules` is `Skill decay rules`. */
export const titleOf = (tag: string): string => {
  const words = tag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return others[tag] ?? `${words[0]!.toUpperCase()}${words.slice(1)}`
}
