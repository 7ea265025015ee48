/** The handlers of community, one line per group. */
import { Layer } from "effect"
import { CeremoniesHttp } from "./ceremonies/Http.ts"
import { CouncilHttp } from "./council/Http.ts"
import { KudoTypesHttp } from "./kudos-types/Http.ts"
import { KudosHttp } from "./kudos/Http.ts"
import { MentorsHttp, WidgetMentorsHttp } from "./mentors/Http.ts"
import { MissionAnchorHttp } from "./mission-anchor/Http.ts"
import { NarrativeHttp } from "./narrative/Http.ts"
import { OutfitsHttp } from "./outfits/Http.ts"
import { TeamsHttp } from "./teams/Http.ts"

export const CommunityHandlers = Layer.mergeAll(
  TeamsHttp,
  KudoTypesHttp,
  KudosHttp,
  MentorsHttp,
  WidgetMentorsHttp,
  NarrativeHttp,
  CouncilHttp,
  MissionAnchorHttp,
  OutfitsHttp,
  CeremoniesHttp
)
