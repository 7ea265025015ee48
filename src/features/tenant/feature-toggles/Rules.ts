/** What a draft of toggles holds, and what becomes of it when it is published. Pure. */
import { capabilities, type Capability } from "../../../wire/Plans.ts"

/** What would change, by capability; never what is as published. */
export type Draft = Readonly<Partial<Record<Capability, boolean>>>

export const publishedOf = (disabled: ReadonlyArray<Capability>): Readonly<Record<Capability, boolean>> =>
  Object.fromEntries(capabilities.map((capability) => [capability, !disabled.includes(capability)])) as Record<
    Capability,
    boolean
  >

/** null: nothing is left to publish. */
export const drafted = (disabled: ReadonlyArray<Capability>, draft: Draft | null, wishes: Draft): Draft | null => {
  const published = publishedOf(disabled)
  const entries = Object.entries({ ...draft, ...wishes } as Record<Capability, boolean>)
  const differing = entries.filter(([capability, enabled]) => published[capability as Capability] !== enabled)
  return differing.length === 0 ? null : (Object.fromEntries(differing) as Draft)
}

export interface Change {
  readonly capability: Capability
  readonly enabled: boolean
}

/** In the order of the capabilities. */
export const changesOf = (disabled: ReadonlyArray<Capability>, draft: Draft | null): ReadonlyArray<Change> => {
  const differing = drafted(disabled, draft, {}) ?? {}
  return capabilities.flatMap((capability) => {
    const enabled = differing[capability]
    return enabled === undefined ? [] : { capability, enabled }
  })
}

export const disabledAfter = (
  disabled: ReadonlyArray<Capability>,
  changes: ReadonlyArray<Change>
): ReadonlyArray<Capability> => {
  const changed = new Map(changes.map(({ capability, enabled }) => [capability, enabled]))
  return capabilities.filter((capability) => !(changed.get(capability) ?? !disabled.includes(capability)))
}

/** As operators read them. */
export const labels: Readonly<Record<Capability, string>> = {
  events: "Events",
  buddies: "Buddies",
  marketplace: "Marketplaces",
  webhooks: "Webhooks",
  widgets: "Widgets",
  analytics: "Analytics",
  teams: "Teams",
  share: "Sharing",
  leagues: "Leagues",
  lotteries: "Lotteries",
  flash_sales: "Flash sales",
  group_quests: "Group quests",
  kudos: "Kudos",
  surprise_drops: "Surprise drops",
  causes: "Causes",
  brag: "Brag button",
  paths: "Paths",
  hosted_surfaces: "Hosted surfaces",
  showrooms: "Showrooms",
  council: "Council",
  mentors: "Mentors",
  backtests: "Backtests",
  onboarding_ai: "Onboarding with AI",
  sso: "Single sign-on",
  audit_export: "Audit log export"
}
