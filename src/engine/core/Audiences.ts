/**
 * The audience of everybody while a workspace has not configured any, and the rules that name it. A published version
 * never changes, and buddies stay on theirs: once the first configured audience has taken the buddies over, the rules
 * of theirs go on for them under its name.
 */
import type { ConfigContent } from "../../wire/content/ConfigContent.ts"

export const implicitAudience = "default"

const sections = [
  "coin_rules",
  "token_rules",
  "skill_rules",
  "skill_decay_rules",
  "streak_rules",
  "badge_definitions"
] as const

type Meant = { readonly audience: string | null }

export const namesImplicit = (content: ConfigContent): boolean =>
  sections.some((section) => content[section].some(({ audience }) => audience === implicitAudience))

/** `successor`: under which name the implicit audience goes on. */
export const forSuccessor = (content: ConfigContent, successor: string): ConfigContent => {
  const renamed = <R extends Meant>(rules: ReadonlyArray<R>): ReadonlyArray<R> =>
    rules.map((rule) => (rule.audience === implicitAudience ? { ...rule, audience: successor } : rule))
  return {
    ...content,
    coin_rules: renamed(content.coin_rules),
    token_rules: renamed(content.token_rules),
    skill_rules: renamed(content.skill_rules),
    skill_decay_rules: renamed(content.skill_decay_rules),
    streak_rules: renamed(content.streak_rules),
    badge_definitions: renamed(content.badge_definitions)
  }
}
