/**
 * Every invariant of the database, in the order of reports, and the one way to check them:
 * `checkInvariants({ quiescent: false })`.
 */
import { belongings } from "./belongings.ts"
import { buddyStates } from "./buddies.ts"
import { ceremonies } from "./ceremonies.ts"
import { changes } from "./changes.ts"
import { cluster } from "./cluster.ts"
import { config } from "./config.ts"
import { credits } from "./credits.ts"
import { eggsAndJobs } from "./eggs.ts"
import { events } from "./events.ts"
import type { Invariant } from "./Invariant.ts"
import { money } from "./money.ts"
import { profiles } from "./profiles.ts"
import { requests } from "./requests.ts"
import { tenancy } from "./tenancy.ts"
import { webhooks } from "./webhooks.ts"
import { type CheckOptions, checkAll } from "./check.ts"

export type { CheckOptions, InvariantReport } from "./check.ts"
export type { Invariant } from "./Invariant.ts"

export const invariants: ReadonlyArray<Invariant> = [
  ...money,
  ...credits,
  ...events,
  ...changes,
  ...buddyStates,
  ...belongings,
  ...ceremonies,
  ...eggsAndJobs,
  ...config,
  ...profiles,
  ...webhooks,
  ...requests,
  ...tenancy,
  ...cluster
]

/** Wants SqlClient. In the caller's transaction when there is one, which then decides what is seen. */
export const checkInvariants = (options: CheckOptions = {}) => checkAll(invariants, options)
