/** The contract of surfaces: what end users see and touch. One line per group. */
import { BuddyProfilesApi } from "./buddy-profiles/Api.ts"
import { BragApi } from "./brag/Api.ts"
import { BuddyShareApi } from "./buddy-share/Api.ts"
import { PublicSharesApi } from "./buddy-share/Api/Public.ts"
import { HostedSurfacesApi } from "./hosted-surfaces/Api.ts"
import { HostedPlayersApi } from "./hosted-surfaces/Api/Players.ts"
import { PublicHostedSurfacesApi } from "./hosted-surfaces/Api/Public.ts"
import { HostedRecipesApi } from "./hosted-surfaces/Api/Recipes.ts"
import { HallOfFameApi } from "./hall-of-fame/Api.ts"
import { MarketingApi } from "./marketing/Api.ts"
import { ProfileTemplatesApi } from "./profile-templates/Api.ts"
import { PublicWelcomeApi, WelcomeBackApi } from "./welcome-back/Api.ts"
import { ShowroomsApi } from "./showrooms/Api.ts"
import { PublicShowroomsApi } from "./showrooms/Api/Public.ts"
import { WidgetSessionsApi } from "./widget-sessions/Api.ts"
import { WidgetApi } from "./widget/Api.ts"
import { WidgetBragsApi } from "./widget/Api/Brags.ts"
import { WidgetCampaignsApi } from "./widget/Api/Campaigns.ts"
import { WidgetCommunityApi } from "./widget/Api/Community.ts"
import { WidgetCouncilApi } from "./widget/Api/Council.ts"
import { WidgetKudosApi } from "./widget/Api/Kudos.ts"
import { WidgetBoxesApi } from "./widget/Api/Boxes.ts"
import { WidgetLotteriesApi } from "./widget/Api/Lotteries.ts"
import { WidgetMarketplaceApi } from "./widget/Api/Marketplace.ts"
import { WidgetOutfitsApi } from "./widget/Api/Outfits.ts"
import { WidgetPathApi } from "./widget/Api/Path.ts"

export const surfaces = [
  WidgetSessionsApi,
  WidgetApi,
  WidgetMarketplaceApi,
  WidgetPathApi,
  WidgetCampaignsApi,
  WidgetCommunityApi,
  WidgetCouncilApi,
  WidgetKudosApi,
  WidgetOutfitsApi,
  WidgetLotteriesApi,
  WidgetBoxesApi,
  BuddyProfilesApi,
  ProfileTemplatesApi,
  HostedSurfacesApi,
  HostedPlayersApi,
  HostedRecipesApi,
  PublicHostedSurfacesApi,
  BuddyShareApi,
  PublicSharesApi,
  BragApi,
  WidgetBragsApi,
  HallOfFameApi,
  WelcomeBackApi,
  PublicWelcomeApi,
  MarketingApi,
  ShowroomsApi,
  PublicShowroomsApi
] as const
