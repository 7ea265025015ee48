/** What a workspace made for an audience, and how it goes along when the audience gets another name. */
import type { Follower } from "../../../../platform/postgres/Audiences.ts"
import { movePaths } from "../../../authoring/path-definitions/Store/Audiences.ts"
import { moveCauses } from "../../../campaigns/causes/Store/Audiences.ts"
import { moveEventBadges } from "../../../campaigns/event-badges/Store/Audiences.ts"
import { moveFounders } from "../../../campaigns/founding-cohort/Store/Audiences.ts"
import { moveQuests } from "../../../campaigns/group-quests/Store/Audiences.ts"
import { moveCohorts } from "../../../campaigns/leagues/Store/Audiences.ts"
import { moveLotteries } from "../../../campaigns/lotteries/Store/Audiences.ts"
import { moveDrops } from "../../../campaigns/surprise-drops/Store/Audiences.ts"
import { moveKudoTypes } from "../../../community/kudos-types/Store/Audiences.ts"
import { moveTeams } from "../../../community/teams/Store/Audiences.ts"
import { moveBoosters } from "../../../economy/boosters/Store/Audiences.ts"
import { moveMarketplaces } from "../../../economy/marketplaces/Store/Audiences.ts"
import { moveBoxes } from "../../../economy/mystery-boxes/Store/Audiences.ts"
import { moveEggs } from "../../../players/eggs/Store/Audiences.ts"
import { moveHostedSurfaces } from "../../../surfaces/hosted-surfaces/Store/Audiences.ts"
import { moveTemplates } from "../../../surfaces/profile-templates/Store/Audiences.ts"
import { moveShowrooms } from "../../../surfaces/showrooms/Store/Audiences.ts"

export const followers: ReadonlyArray<Follower> = [
  moveEggs,
  movePaths,
  moveMarketplaces,
  moveBoosters,
  moveBoxes,
  moveDrops,
  moveLotteries,
  moveQuests,
  moveCauses,
  moveEventBadges,
  moveFounders,
  moveCohorts,
  moveTeams,
  moveKudoTypes,
  moveHostedSurfaces,
  moveShowrooms,
  moveTemplates
]
