/** What an item asks of a buddy, in a few words. */
import type { Words } from "../../core/i18n.ts"
import type { Config, Requirement } from "../../core/model.ts"
import { humanised } from "../../core/ui.tsx"

const numberOf = (value: unknown) => (typeof value === "number" ? value : 0)

export const inWords = (requirement: Requirement, words: Words, { labels }: Config): string => {
  const { key, type } = requirement
  const value = numberOf(requirement.value)
  const current = numberOf(requirement.current)
  const counted = (name: string) => words.t("need_count", { name, current, value })
  switch (type) {
    case "evolution_stage":
      return labels.stages[value] ?? words.t("stage", { stage: value })
    case "prestige_level":
      return words.t("prestige", { level: value })
    case "skill_level":
      return words.t("need_level", { name: labels.skills[key ?? ""] ?? humanised(key ?? ""), value })
    case "token_balance":
    case "token_lifetime":
      return counted(labels.tokens[key ?? ""] ?? humanised(key ?? ""))
    case "coins_balance":
    case "coins_lifetime":
      return counted(words.coins(value))
    case "days_since_hatched":
      return words.t("need_days", { value })
    case "badge_owned":
    case "item_owned":
    case "gate_unlocked":
      return humanised(key ?? type)
    default:
      return counted(humanised(key ?? type))
  }
}
