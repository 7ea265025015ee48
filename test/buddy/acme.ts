/** What is known of a tenant that has nothing special. */
import type { TenantFacts } from "../../src/platform/auth/Tenants.ts"
import { noCampaigns } from "../../src/wire/campaigns/Live.ts"

export const customer_id = "00000000-0000-4000-8000-000000000002"

export const facts: TenantFacts = {
  customer_id,
  name: "Acme",
  plan: "pro",
  timezone: "UTC",
  max_lateness_days: 7,
  strict_event_types: new Map(),
  audiences: [],
  successor: null,
  disabled_capabilities: [],
  paths: new Map(),
  clocks: new Map(),
  campaigns: noCampaigns,
  active_config_version_id: null,
  draw_secret: new Uint8Array(32),
  subscriptions: [],
  erased_at: null,
  loaded_at: 0
}
