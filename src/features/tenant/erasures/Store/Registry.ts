/**
 * Every table that holds something about a person, in the order in which an erasure visits them: whoever is paid under
 * a receipt loses the name before the receipt goes, and sessions of mentors end before their teams are left.
 */
import { buddyTables } from "../../../../buddy/journal/Personal.ts"
import { campaignTables } from "../../../../platform/erasures/Campaigns.ts"
import { deliveryTables } from "../../../../platform/erasures/Deliveries.ts"
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"
import { requestTables } from "../../../../platform/erasures/Requests.ts"
import { personal as foundingCohort } from "../../../campaigns/founding-cohort/Store/Personal.ts"
import { personal as groupQuests } from "../../../campaigns/group-quests/Store/Personal.ts"
import { personal as leaderboards } from "../../../campaigns/leaderboards/Store/Personal.ts"
import { personal as leagues } from "../../../campaigns/leagues/Store/Personal.ts"
import { personal as lotteries } from "../../../campaigns/lotteries/Store/Personal.ts"
import { personal as council } from "../../../community/council/Store/Personal.ts"
import { personal as kudos } from "../../../community/kudos/Store/Personal.ts"
import { personal as mentors } from "../../../community/mentors/Store/Personal.ts"
import { personal as teams } from "../../../community/teams/Store/Personal.ts"
import { personal as analytics } from "../../../insight/analytics/Store/Personal.ts"
import { personal as alerts } from "../../../insight/alerts/Store/Personal.ts"
import { personal as boosters } from "../../../economy/boosters/Store/Personal.ts"
import { personal as eggs } from "../../../players/eggs/Store/Personal.ts"
import { personal as events } from "../../../players/events/Store/Personal.ts"
import { personal as operations } from "../../../players/operations/Store/Personal.ts"
import { personal as testClocks } from "../../../players/test-clocks/Store/Personal.ts"
import { personal as profiles } from "../../../surfaces/buddy-profiles/Store/Personal.ts"
import { personal as brags } from "../../../surfaces/brag/Store/Personal.ts"
import { personal as buddyShare } from "../../../surfaces/buddy-share/Store/Personal.ts"
import { personal as hostedSurfaces } from "../../../surfaces/hosted-surfaces/Store/Personal.ts"
import { personal as ogImages } from "../../../surfaces/og-images/Store/Personal.ts"
import { personal as showrooms } from "../../../surfaces/showrooms/Store/Personal.ts"
import { personal as visits } from "../../../surfaces/visits/Store/Personal.ts"
import { personal as welcomeBacks } from "../../../surfaces/welcome-back/Store/Personal.ts"
import { personal as widgetSessions } from "../../../surfaces/widget-sessions/Store/Personal.ts"

/**
 * What the erasures keep themselves while they work. Of an export it does not count when it was asked for: one that
 * began while this was under way has rows that go.
 */
const own: ReadonlyArray<PersonalTable> = [
  { table: "user_exports", by: "user", how: "delete", hidden: ["operation_id", "bytes"] }
]

export const registry: ReadonlyArray<PersonalTable> = [
  ...operations,
  ...eggs,
  // In the order of everybody else: whoever ends sessions of mentors has asked for their teams before.
  ...teams,
  ...mentors,
  ...testClocks,
  ...foundingCohort,
  ...profiles,
  ...leagues,
  ...lotteries.filter(({ table }) => table === "lottery_winners"),
  ...campaignTables,
  ...lotteries.filter(({ table }) => table !== "lottery_winners"),
  ...leaderboards,
  ...groupQuests,
  ...kudos,
  ...council,
  ...boosters,
  ...buddyShare,
  ...brags,
  ...hostedSurfaces,
  ...ogImages,
  ...showrooms,
  ...visits,
  ...welcomeBacks,
  ...widgetSessions,
  ...events,
  ...buddyTables,
  ...deliveryTables,
  ...requestTables,
  ...analytics,
  ...alerts,
  ...own
]
