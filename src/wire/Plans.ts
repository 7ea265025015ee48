/** Contract: plans and capabilities. One table for quotas, windows, caps and entitlements. */
import { Schema } from "effect"

export const PlanName = Schema.Literals(["free", "growth", "pro", "enterprise"])
export type PlanName = typeof PlanName.Type

/** How often a plan is paid. */
export const Interval = Schema.Literals(["month", "year"])
export type Interval = typeof Interval.Type

export const capabilities = [
  "events",
  "buddies",
  "marketplace",
  "webhooks",
  "widgets",
  "analytics",
  "teams",
  "share",
  "leagues",
  "lotteries",
  "flash_sales",
  "group_quests",
  "kudos",
  "surprise_drops",
  "causes",
  "brag",
  "paths",
  "hosted_surfaces",
  "showrooms",
  "council",
  "mentors",
  "backtests",
  "onboarding_ai",
  "sso",
  "audit_export"
] as const
export type Capability = (typeof capabilities)[number]

export interface Plan {
  /** accepted new events per calendar month (UTC); null is unlimited */
  readonly events_per_month: number | null
  readonly ingest_per_second: number
  /** factor on every other rate-limit window */
  readonly window_multiplier: number
  readonly active_eggs_per_user: number
  /** what a painter that costs money may be paid with; what is left ends with the month (UTC) */
  readonly image_credits_per_month: number
  readonly capabilities: ReadonlyArray<Capability>
}

const free = capabilities.slice(0, 8)
const growth = capabilities.slice(0, 16)
const pro = capabilities.slice(0, 23)

export const plans: Readonly<Record<PlanName, Plan>> = {
  free: {
    events_per_month: 10_000,
    ingest_per_second: 500,
    window_multiplier: 1,
    active_eggs_per_user: 3,
    image_credits_per_month: 40,
    capabilities: free
  },
  growth: {
    events_per_month: 500_000,
    ingest_per_second: 500,
    window_multiplier: 1,
    active_eggs_per_user: 3,
    image_credits_per_month: 1_000,
    capabilities: growth
  },
  pro: {
    events_per_month: 10_000_000,
    ingest_per_second: 1_000,
    window_multiplier: 2,
    active_eggs_per_user: 5,
    image_credits_per_month: 10_000,
    capabilities: pro
  },
  enterprise: {
    events_per_month: null,
    ingest_per_second: 20_000,
    window_multiplier: 10,
    active_eggs_per_user: 10,
    image_credits_per_month: 100_000,
    capabilities
  }
}

/** What decides whether a capability is there for a tenant. */
export interface Entitled {
  readonly plan: PlanName
  readonly disabled_capabilities: ReadonlyArray<Capability>
}

/** Included in the plan and not switched off: the one place that decides it. */
export const isActive = ({ disabled_capabilities, plan }: Entitled, capability: Capability): boolean =>
  plans[plan].capabilities.includes(capability) && !disabled_capabilities.includes(capability)

export const activeCapabilities = (tenant: Entitled): ReadonlyArray<Capability> =>
  capabilities.filter((capability) => isActive(tenant, capability))

const order: ReadonlyArray<PlanName> = ["free", "growth", "pro", "enterprise"]

/** The cheapest first. */
export const plansWith = (capability: Capability): ReadonlyArray<PlanName> =>
  order.filter((name) => plans[name].capabilities.includes(capability))

/** The cheapest plan that has the capability. */
export const requiredPlan = (capability: Capability): PlanName => plansWith(capability)[0] ?? "enterprise"
