/** What a workspace is told of a capability it lacks: by the gate, and where an act leads into another family. */
import { CapabilityDisabled, PathsLocked, PlanFeatureLocked } from "./Group.ts"
import { type Capability, type Entitled, isActive, plans } from "./Plans.ts"

export type Lacking = PlanFeatureLocked | PathsLocked | CapabilityDisabled

/** undefined: it has it */
export const lackOf = (capability: Capability, tenant: Entitled): Lacking | undefined => {
  if (plans[tenant.plan].capabilities.includes(capability)) {
    return isActive(tenant, capability) ? undefined : new CapabilityDisabled({ capability })
  }
  const fields = { capability, plan: tenant.plan }
  return capability === "paths" ? new PathsLocked(fields) : new PlanFeatureLocked(fields)
}
