/** A trace row in plain words. The names come from the config version the buddy is pinned to. */
import { number, words } from "./dom.js"

const indexed = (list, key) => new Map((list ?? []).map((item) => [item[key], item]))

/** Looks up names by key; what has no name is spelled out from its key. */
export const catalogueOf = (content, eventTypes) => {
  const rules = {
    coin_rule: indexed(content.coin_rules, "rule_key"),
    token_rule: indexed(content.token_rules, "rule_key"),
    skill_rule: indexed(content.skill_rules, "rule_key"),
    streak_rule: indexed(content.streak_rules, "streak_key"),
    badge_definition: indexed(content.badge_definitions, "badge_key")
  }
  const tokens = indexed(content.token_types, "token_key")
  const skills = new Map(
    (content.skill_sets ?? []).flatMap((set) =>
      set.skills.map((skill) => [skill.skill_key, { ...skill, curve: set.level_curve }])
    )
  )
  const stages = indexed(content.evolution_rules?.stages, "stage")
  const types = indexed(eventTypes, "event_type")
  const nameOf = (map, key) => map.get(key)?.name ?? map.get(key)?.label ?? words(key)
  return {
    rules,
    tokens,
    skills,
    token: (key) => nameOf(tokens, key),
    skill: (key) => nameOf(skills, key),
    badge: (key) => nameOf(rules.badge_definition, key),
    streak: (key) => nameOf(rules.streak_rule, key),
    stage: (stage) => stages.get(stage)?.name ?? `stage ${stage}`,
    event: (type) => nameOf(types, type),
    rule: (type, key) => nameOf(rules[type] ?? new Map(), key)
  }
}

const comparisons = { eq: "", neq: "other than", gt: "more than", gte: "at least", lt: "less than", lte: "at most" }
const lists = { in: "one of", not_in: "none of", contains: "with" }

const filterInWords = ({ actual, expected, operator, property }) => {
  const name = property.replace(/_/g, " ")
  if (actual === null) return `the event says nothing of ${name}`
  if (operator === "exists") return `${name} is ${expected === true ? "missing" : "there"}`
  const relation = comparisons[operator] ?? lists[operator]
  const wanted = Array.isArray(expected) ? expected.join(", ") : String(expected)
  return `${name} is ${actual}, the rule asks for ${relation === "" ? wanted : `${relation} ${wanted}`}`
}

const periods = { max_per_day: "today", max_per_week: "this week", max_per_month: "this month", max_total: "in all" }

const limitInWords = ({ limit, max, used }) => {
  if (limit === "once_per_period") return "this day counts already"
  if (limit === "max_balance" || limit === "max_points") return `the balance may not pass ${number(max)}`
  return `paid ${number(used)} of ${number(max)} times ${periods[limit] ?? ""}`.trim()
}

/** One requirement and how far the buddy is. */
export const requirementInWords = ({ current, event_type, key, type, value }, names) => {
  const reached = typeof current === "number" ? `${number(current)} of ${number(value)}` : ""
  switch (type ?? "event_count") {
    case "event_count":
      return `${reached} × ${names.event(key ?? event_type)}`
    case "skill_level":
      return `${names.skill(key)} at level ${reached}`
    case "token_lifetime":
    case "token_balance":
      return `${reached} ${names.token(key)}`
    case "streak_current":
    case "streak_longest":
      return `${reached} days of ${names.streak(key)}`
    case "badge_owned":
      return `the badge ${names.badge(key)}`
    case "gate_unlocked":
      return `the gate ${words(key).toLowerCase()}`
    case "evolution_stage":
      return names.stage(value)
    case "prestige_level":
      return `prestige ${number(value)}`
    case "days_since_hatched":
      return `${reached} days together`
    default:
      return [words(type).toLowerCase(), key === null ? "" : words(key), reached].filter(Boolean).join(" ")
  }
}

const agoInWords = (last_at) => `${Math.max(0, Math.round((Date.now() - Date.parse(last_at)) / 1000))} s ago`

const skips = {
  filter_failed: (detail) => filterInWords(detail),
  limit_reached: (detail) => limitInWords(detail),
  cooldown: ({ cooldown_seconds, last_at }) =>
    `pays every ${cooldown_seconds} s at most, the last time was ${agoInWords(last_at)}`,
  unique_already_paid: ({ unique_by }) => `paid before for the same ${unique_by.join(" and ").replace(/_id\b/g, "")}`,
  budget_exhausted: ({ left, max_coins, required }) =>
    `the budget of ${number(max_coins)} coins has ${number(left)} left, this takes ${number(required)}`,
  condition_failed: ({ unmet }, names) => unmet.map((each) => requirementInWords(each, names)).join(", "),
  audience_mismatch: ({ expected }) => `only for the audience ${expected}`,
  disabled: () => "switched off",
  outside_window: ({ max_lateness_days }) => `more than ${max_lateness_days} days late`,
  no_active_buddy: () => "there is no buddy to reward"
}

const milestonesOf = (rule, lengths) =>
  (rule?.milestones ?? [])
    .filter(({ every, length }) => lengths.some((one) => (every === undefined ? one === length : one % every === 0)))
    .map(({ reward }) => reward)

/** What a milestone brought with it. */
const rewardInWords = ({ coins = 0, skills = [], streak_freezes = 0, tokens = [] }, names) =>
  [
    coins > 0 ? `+${number(coins)} coins` : "",
    ...tokens.map(({ amount, token_key }) => `+${number(amount)} ${names.token(token_key)}`),
    ...skills.map(({ points, skill_key }) => `+${number(points)} ${names.skill(skill_key)}`),
    streak_freezes > 0 ? `+${streak_freezes} ${streak_freezes === 1 ? "freeze" : "freezes"}` : ""
  ]
    .filter(Boolean)
    .join(", ")

/** What only counts where all count together, and pays nothing by itself. */
const counted = ({ amount, value }) => ({
  gain: typeof (amount ?? value) === "number" ? `+${number(amount ?? value)}` : "counts",
  kind: "count",
  note: "counts together with the others"
})

const gains = {
  coin_rule: ({ amount, is_lucky }) => ({
    gain: `+${number(amount)} coins`,
    kind: "coin",
    note: is_lucky ? "a lucky draw" : ""
  }),
  token_rule: ({ amount, token_key }, names) => ({
    gain: `+${number(amount)} ${names.token(token_key)}`,
    kind: "token"
  }),
  skill_rule: ({ points, skill_key }, names) => ({
    gain: `+${number(points)} ${names.skill(skill_key)}`,
    kind: "skill"
  }),
  streak_rule: ({ current_streak, lengths = [], used_freeze }, names, key) => ({
    gain: `day ${number(current_streak)}`,
    kind: "streak",
    note: [
      used_freeze ? "a freeze bridged the gap" : "the streak goes on",
      ...milestonesOf(names.rules.streak_rule.get(key), lengths).map((reward) => rewardInWords(reward, names))
    ].join("; ")
  }),
  badge_definition: ({ awaits, coin_reward }) =>
    awaits === undefined
      ? { gain: coin_reward > 0 ? `badge, +${number(coin_reward)} coins` : "badge", kind: "badge" }
      : { gain: "awaits its review", kind: "badge" },
  path: ({ how }) => ({ gain: "ticked", kind: "skill", note: how === "manual" ? "by hand" : "by itself" }),
  leaderboard: counted,
  league_season: counted,
  group_quest: counted,
  lottery: ({ tickets }) => ({ ...counted({ amount: tickets }), note: "a ticket for the next draw" }),
  evolution_rules: ({ next_stage }, names) => ({ gain: `ready for ${names.stage(next_stage)}`, kind: "evolution" })
}

const families = {
  coin_rule: "Coin rule",
  token_rule: "Token rule",
  skill_rule: "Skill rule",
  streak_rule: "Streak",
  badge_definition: "Badge",
  evolution_rules: "Evolution",
  path: "Path",
  leaderboard: "Board",
  league_season: "League",
  group_quest: "Quest",
  lottery: "Draw"
}

/** What has no rule of its own in the config version. */
const shared = {
  leaderboard: (_, key) => words(key),
  league_season: () => "This season",
  group_quest: (_, key) => words(key.replaceAll("-", " ")),
  lottery: (_, key) => words(key.replaceAll("-", " "))
}

const titleOf = ({ detail, key, type }, names) =>
  type === "evolution_rules"
    ? `Stage ${detail.next_stage}`
    : type === "path"
      ? words(key.split("/").at(-1))
      : (shared[type] ?? names.rule)(type, key)

/** `{family, title, state, gain, kind, text, ledger_ids}`; state is fired, skipped, or `open`: not reached yet. */
export const explain = (row, names) => {
  const facts = {
    family: families[row.type] ?? words(row.type),
    title: titleOf(row, names),
    ledger_ids: row.ledger_ids
  }
  if (row.outcome === "fired") {
    const { gain, kind, note = "" } = gains[row.type]?.(row.detail, names, row.key) ?? { gain: "fired", kind: "skill" }
    return { ...facts, state: "fired", gain, kind, text: note }
  }
  const text = skips[row.reason]?.(row.detail, names) ?? words(row.reason)
  const isOpen = row.reason === "condition_failed"
  if (isOpen && names.rules.badge_definition.get(row.key)?.is_secret && row.type === "badge_definition") {
    return {
      ...facts,
      title: "Secret",
      state: "open",
      gain: "not yet",
      kind: "none",
      text: "it shows itself when it is earned"
    }
  }
  return { ...facts, state: isOpen ? "open" : "skipped", gain: isOpen ? "not yet" : "skipped", kind: "none", text }
}
