/** The handlers of surfaces, one line per group. */
import { Layer } from "effect"
import { BuddyProfilesHttp } from "./buddy-profiles/Http.ts"
import { ProfileTemplatesHttp } from "./profile-templates/Http.ts"
import { WidgetSessionsHttp } from "./widget-sessions/Http.ts"
import { WidgetHttp } from "./widget/Http.ts"
import { WidgetMarketplaceHttp } from "./widget/Http/Marketplace.ts"
import { WidgetPathHttp } from "./widget/Http/Path.ts"

export const SurfacesHandlers = Layer.mergeAll(
  WidgetSessionsHttp,
  WidgetHttp,
  WidgetMarketplaceHttp,
  WidgetPathHttp,
  BuddyProfilesHttp,
  ProfileTemplatesHttp
)
