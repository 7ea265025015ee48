/** The contract of surfaces: what end users see and touch. One line per group. */
import { BuddyProfilesApi } from "./buddy-profiles/Api.ts"
import { ProfileTemplatesApi } from "./profile-templates/Api.ts"
import { WidgetSessionsApi } from "./widget-sessions/Api.ts"
import { WidgetApi } from "./widget/Api.ts"
import { WidgetMarketplaceApi } from "./widget/Api/Marketplace.ts"
import { WidgetPathApi } from "./widget/Api/Path.ts"

export const surfaces = [
  WidgetSessionsApi,
  WidgetApi,
  WidgetMarketplaceApi,
  WidgetPathApi,
  BuddyProfilesApi,
  ProfileTemplatesApi
] as const
