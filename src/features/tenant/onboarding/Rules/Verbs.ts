/** The verbs by which product texts say what their users do, in all of their forms. */

/**
 * Actions a product can send as events. What follows from actions (earn, win a prize, unlock) is left out on
 * purpose.
 */
const regular =
  "accept achieve acknowledge add adopt analyze annotate answer apply approve archive ask assemble assess " +
  "assign assist attend authorize bake book bookmark borrow browse brush call cancel capture categorize " +
  "celebrate chat check classify clean close collaborate collect comment commit compare complete compose " +
  "configure confirm connect contribute cook craft create customize cycle debate debug decorate delegate " +
  "deliver deploy deposit describe design diagnose discover document donate download downvote draft edit " +
  "endorse enroll enter escalate estimate evaluate examine exercise explore export file fill finish fix follow " +
  "fund garden gather grade greet harvest help hike hire host identify implement import improve inspect " +
  "install integrate interview introduce invest invite jog join journal knit label launch learn lift like list " +
  "listen log maintain manage measure meditate memorize mentor merge message migrate moderate monitor mow " +
  "nominate nurture observe onboard open order organize paint participate pass perform photograph pin place " +
  "plan plant play pledge post practice practise predict prepare prescribe prioritize process promote propose " +
  "prune publish purchase rate reach recommend record recruit recycle redeem refactor refer register reject " +
  "release remix renew rent repair repeat reply report request rescue reserve resolve respond restore return " +
  "review rsvp sample save scan schedule score screen search share ship sign sketch skip solve start stream " +
  "stretch study submit subscribe suggest summarize supply support swap swipe sync tackle tag test thank tidy " +
  "track trade train transcribe transfer translate travel triage tutor update upgrade upload upvote validate " +
  "verify visit volunteer vote walk watch water weigh welcome"

const irregular: Readonly<Record<string, readonly [past: string, participle: string]>> = {
  bring: ["brought", "brought"],
  build: ["built", "built"],
  buy: ["bought", "bought"],
  catch: ["caught", "caught"],
  choose: ["chose", "chosen"],
  draw: ["drew", "drawn"],
  drink: ["drank", "drunk"],
  drive: ["drove", "driven"],
  eat: ["ate", "eaten"],
  feed: ["fed", "fed"],
  grow: ["grew", "grown"],
  hold: ["held", "held"],
  leave: ["left", "left"],
  lend: ["lent", "lent"],
  meet: ["met", "met"],
  pay: ["paid", "paid"],
  read: ["read", "read"],
  ride: ["rode", "ridden"],
  run: ["ran", "run"],
  sell: ["sold", "sold"],
  send: ["sent", "sent"],
  set: ["set", "set"],
  sing: ["sang", "sung"],
  speak: ["spoke", "spoken"],
  swim: ["swam", "swum"],
  take: ["took", "taken"],
  teach: ["taught", "taught"],
  withdraw: ["withdrew", "withdrawn"],
  write: ["wrote", "written"]
}

/** Those whose last consonant is doubled. */
const doubling: ReadonlySet<string> = new Set(
  "chat commit jog knit log pin plan refer ship skip swap tag transfer run swim submit scan set".split(" ")
)

/** Prepositions between a verb and what it is done to. */
const prepositions: Readonly<Record<string, ReadonlyArray<string>>> = {
  apply: ["for", "to"],
  comment: ["on"],
  contribute: ["to"],
  donate: ["to"],
  enroll: ["in", "for"],
  listen: ["to"],
  participate: ["in"],
  register: ["for"],
  reply: ["to"],
  respond: ["to"],
  rsvp: ["to"],
  search: ["for"],
  subscribe: ["to"],
  travel: ["to"],
  volunteer: ["for", "at"],
  vote: ["on", "for"]
}

/** A particle makes another verb of it. */
const phrasal: Readonly<Record<string, string>> = {
  "clean up": "cleaned_up",
  "fill in": "filled",
  "fill out": "filled",
  "hand in": "submitted",
  "pay off": "paid_off",
  "pick up": "picked_up",
  "sign off": "signed_off",
  "set up": "set_up",
  "try out": "tried",
  "turn in": "submitted"
}

/** Verbs that need no object to be something that happened. */
export const alone: Readonly<Record<string, string>> = {
  "check in": "checkin.completed",
  "sign up": "account.created",
  "work out": "workout.completed",
  exercise: "workout.completed",
  journal: "journal_entry.written",
  meditate: "meditation.completed",
  volunteer: "volunteering.completed"
}

export interface Verb {
  readonly base: string
  readonly participle: string
  readonly form: "base" | "third" | "gerund" | "past"
}

const third = (base: string) =>
  /(?:s|x|z|ch|sh)$/.test(base) ? `${base}es` : /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`

const stemOf = (base: string) => (doubling.has(base) ? base + base.at(-1)! : base)

const gerundOf = (base: string) =>
  /[^e]e$/.test(base) && !doubling.has(base) ? `${base.slice(0, -1)}ing` : `${stemOf(base)}ing`

const pastOf = (base: string) => {
  if (base.endsWith("e")) return `${base}d`
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${stemOf(base)}ed`
}

const formsOf = (base: string, past: string, participle: string): ReadonlyArray<readonly [string, Verb]> => [
  [past, { base, participle, form: "past" }],
  [participle, { base, participle, form: "past" }],
  [gerundOf(base), { base, participle, form: "gerund" }],
  [third(base), { base, participle, form: "third" }],
  // Last, because it wins where the past is no other word: who reads "read" reads now.
  [base, { base, participle, form: "base" }]
]

const forms: ReadonlyMap<string, Verb> = new Map([
  ...regular.split(" ").flatMap((base) => formsOf(base, pastOf(base), pastOf(base))),
  ...Object.entries(irregular).flatMap(([base, [past, participle]]) => formsOf(base, past, participle)),
  ...["hand", "pick", "turn", "try", "sign", "work", "fill", "check", "clean"].flatMap((base) =>
    formsOf(base, pastOf(base), pastOf(base))
  )
])

const onlyPhrasal: ReadonlySet<string> = new Set(["hand", "pick", "turn", "try", "work", "check", "fill"])

/** British spelling is that of the list: organises, organizes. */
const spelled = (word: string): string => word.replace(/is(e|es|ed|ing)$/, "iz$1")

export const verbOf = (word: string): Verb | undefined => forms.get(word) ?? forms.get(spelled(word))

/** How many words the verb takes with its particle or preposition, and what becomes of what follows. */
export const readVerb = (words: ReadonlyArray<string>, at: number) => {
  const verb = verbOf(words[at] ?? "")
  if (verb === undefined) return undefined
  const next = words[at + 1] ?? ""
  const pair = `${verb.base} ${next}`
  if (Object.hasOwn(phrasal, pair)) return { verb, length: 2, participle: phrasal[pair]!, alone: undefined }
  if (pair === "sign up" && words[at + 2] === "for")
    return { verb, length: 3, participle: "signed_up", alone: alone[pair] }
  if (Object.hasOwn(alone, pair)) return { verb, length: 2, participle: undefined, alone: alone[pair] }
  if (onlyPhrasal.has(verb.base)) return undefined
  const length = prepositions[verb.base]?.includes(next) ? 2 : 1
  const own = Object.hasOwn(alone, verb.base) ? alone[verb.base] : undefined
  return { verb, length, participle: verb.participle, alone: own }
}
