/** What a runner does for workspaces. */
import { Layer } from "effect"
import { Billing } from "./billing/Service.ts"
import { Meters } from "./billing/Store/Meters.ts"
import { billingDue } from "./billing/Workflow.ts"
import { Erase, ExportUser } from "./erasures/Service.ts"
import { ErasureTurns } from "./erasures/Service/Turns.ts"
import { UserExports } from "./erasures/Store/Exports.ts"
import { ErasureOpening } from "./erasures/Store/Opening.ts"
import { ErasureWork } from "./erasures/Store/Work.ts"
import { EraseLive, ExportUserLive } from "./erasures/Workflow.ts"
import { notificationsDue } from "./notifications/Workflow.ts"
import { Generate, Generation } from "./onboarding/Service/Generation.ts"
import { OnboardingLive } from "./onboarding/Workflow.ts"

/** Families that have something to settle in time. */
export const tenantDues = [billingDue, notificationsDue] as const

/** Which workflow carries on with an operation of a kind. */
export const tenantJobs = { onboarding: Generate, erase: Erase, user_export: ExportUser }

export const TenantServices = Layer.mergeAll(Billing.layer, Meters.layer)

export const TenantWorkers = Layer.mergeAll(
  OnboardingLive.pipe(Layer.provide(Generation.layer)),
  Layer.mergeAll(EraseLive, ExportUserLive).pipe(
    Layer.provide([ErasureTurns.layer, ErasureOpening.layer, ErasureWork.layer, UserExports.layer])
  )
)
