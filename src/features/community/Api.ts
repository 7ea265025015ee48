/** The contract of community: what a workspace's people do together. One line per group. */
import { CeremoniesApi } from "./ceremonies/Api.ts"
import { CouncilApi } from "./council/Api.ts"
import { KudoTypesApi } from "./kudos-types/Api.ts"
import { KudosApi } from "./kudos/Api.ts"
import { MentorsApi, WidgetMentorsApi } from "./mentors/Api.ts"
import { MissionAnchorApi } from "./mission-anchor/Api.ts"
import { NarrativeApi } from "./narrative/Api.ts"
import { OutfitsApi } from "./outfits/Api.ts"
import { TeamsApi } from "./teams/Api.ts"

export const community = [
  TeamsApi,
  KudoTypesApi,
  KudosApi,
  MentorsApi,
  WidgetMentorsApi,
  NarrativeApi,
  CouncilApi,
  MissionAnchorApi,
  OutfitsApi,
  CeremoniesApi
] as const
