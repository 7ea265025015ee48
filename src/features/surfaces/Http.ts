/** The handlers of surfaces, one line per group. */
import { Layer } from "effect"
import { BuddyProfilesHttp } from "./buddy-profiles/Http.ts"
import { BragHttp } from "./brag/Http.ts"
import { BuddyShareHttp } from "./buddy-share/Http.ts"
import { PublicSharesHttp } from "./buddy-share/Http/Public.ts"
import { HostedPlayersHttp, HostedRecipesHttp, HostedSurfacesHttp } from "./hosted-surfaces/Http.ts"
import { PublicHostedSurfacesHttp } from "./hosted-surfaces/Http/Public.ts"
import { HallOfFameHttp } from "./hall-of-fame/Http.ts"
import { MarketingHttp } from "./marketing/Http.ts"
import { ProfileTemplatesHttp } from "./profile-templates/Http.ts"
import { PublicWelcomeHttp, WelcomeBackHttp } from "./welcome-back/Http.ts"
import { ShowroomsHttp } from "./showrooms/Http.ts"
import { PublicShowroomsHttp } from "./showrooms/Http/Public.ts"
import { WidgetSessionsHttp } from "./widget-sessions/Http.ts"
import { WidgetHttp } from "./widget/Http.ts"
import { WidgetBragsHttp } from "./widget/Http/Brags.ts"
import { WidgetCampaignsHttp } from "./widget/Http/Campaigns.ts"
import { WidgetCommunityHttp } from "./widget/Http/Community.ts"
import { WidgetCouncilHttp } from "./widget/Http/Council.ts"
import { WidgetKudosHttp } from "./widget/Http/Kudos.ts"
import { WidgetBoxesHttp } from "./widget/Http/Boxes.ts"
import { WidgetLotteriesHttp } from "./widget/Http/Lotteries.ts"
import { WidgetMarketplaceHttp } from "./widget/Http/Marketplace.ts"
import { WidgetOutfitsHttp } from "./widget/Http/Outfits.ts"
import { WidgetPathHttp } from "./widget/Http/Path.ts"

export const SurfacesHandlers = Layer.mergeAll(
  WidgetSessionsHttp,
  WidgetHttp,
  WidgetMarketplaceHttp,
  WidgetPathHttp,
  WidgetCampaignsHttp,
  WidgetCommunityHttp,
  WidgetCouncilHttp,
  WidgetKudosHttp,
  WidgetOutfitsHttp,
  WidgetLotteriesHttp,
  WidgetBoxesHttp,
  BuddyProfilesHttp,
  ProfileTemplatesHttp,
  HostedSurfacesHttp,
  HostedPlayersHttp,
  HostedRecipesHttp,
  PublicHostedSurfacesHttp,
  BuddyShareHttp,
  PublicSharesHttp,
  BragHttp,
  WidgetBragsHttp,
  HallOfFameHttp,
  WelcomeBackHttp,
  PublicWelcomeHttp,
  MarketingHttp,
  ShowroomsHttp,
  PublicShowroomsHttp
)
