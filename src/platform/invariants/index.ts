/**
 * Every invariant of the database, in the order of reports, and the one way to check them:
 * `checkInvariants({ quiescent: false })`.
 */
import { alerts } from "./alerts.ts"
import { analytics } from "./analytics.ts"
import { belongings } from "./belongings.ts"
import { billing } from "./billing.ts"
import { boosters } from "./boosters.ts"
import { buddyStates } from "./buddies.ts"
import { causes } from "./causes.ts"
import { ceremonies } from "./ceremonies.ts"
import { changes } from "./changes.ts"
import { cluster } from "./cluster.ts"
import { config } from "./config.ts"
import { credits } from "./credits.ts"
import { eggsAndJobs } from "./eggs.ts"
import { erasures } from "./erasures.ts"
import { events } from "./events.ts"
import { happenings } from "./happenings.ts"
import { foundingCohort } from "./foundingCohort.ts"
import { freeLunches } from "./freeLunches.ts"
import { hosted } from "./hosted.ts"
import { sharing } from "./sharing.ts"
import { inboxes } from "./inboxes.ts"
import type { Invariant } from "./Invariant.ts"
import { kudos } from "./kudos.ts"
import { leagues } from "./leagues.ts"
import { lotteries } from "./lotteries.ts"
import { members } from "./members.ts"
import { mysteryBoxes } from "./mysteryBoxes.ts"
import { money } from "./money.ts"
import { sayings } from "./narrative.ts"
import { notifications } from "./notifications.ts"
import { settingUp } from "./onboarding.ts"
import { profiles } from "./profiles.ts"
import { quests } from "./quests.ts"
import { reengagement } from "./reengagement.ts"
import { requests } from "./requests.ts"
import { sales } from "./sales.ts"
import { tenancy } from "./tenancy.ts"
import { showrooms } from "./showrooms.ts"
import { teams } from "./teams.ts"
import { webhooks } from "./webhooks.ts"
import { welcomeBacks } from "./welcomeBacks.ts"
import { type CheckOptions, checkAll } from "./check.ts"

export type { CheckOptions, InvariantReport } from "./check.ts"
export type { Invariant } from "./Invariant.ts"

export const invariants: ReadonlyArray<Invariant> = [
  ...money,
  ...erasures,
  ...credits,
  ...billing,
  ...lotteries,
  ...mysteryBoxes,
  ...events,
  ...changes,
  ...buddyStates,
  ...belongings,
  ...sales,
  ...boosters,
  ...happenings,
  ...freeLunches,
  ...reengagement,
  ...foundingCohort,
  ...ceremonies,
  ...quests,
  ...causes,
  ...eggsAndJobs,
  ...config,
  ...profiles,
  ...hosted,
  ...sharing,
  ...welcomeBacks,
  ...showrooms,
  ...teams,
  ...kudos,
  ...sayings,
  ...settingUp,
  ...leagues,
  ...webhooks,
  ...inboxes,
  ...notifications,
  ...alerts,
  ...requests,
  ...members,
  ...analytics,
  ...tenancy,
  ...cluster
]

/** Wants SqlClient. In the caller's transaction when there is one, which then decides what is seen. */
export const checkInvariants = (options: CheckOptions = {}) => checkAll(invariants, options)
