/** The handlers of tenant, one line per group. */
import { Layer } from "effect"
import { ApiKeysHttp } from "./api-keys/Http.ts"
import { AuditLogHttp } from "./audit-log/Http.ts"
import { AuthHttp } from "./auth/Http.ts"
import { BillingHttp } from "./billing/Http.ts"
import { CreditsHttp, ImageUsageHttp } from "./credits/Http.ts"
import { CustomersHttp } from "./customers/Http.ts"
import { ErasuresHttp } from "./erasures/Http.ts"
import { FeatureTogglesHttp } from "./feature-toggles/Http.ts"
import { MembersHttp } from "./members/Http.ts"
import { NotificationsHttp } from "./notifications/Http.ts"
import { OnboardingHttp } from "./onboarding/Http.ts"
import { ReferralHttp } from "./referral/Http.ts"
import { WidgetThemeHttp } from "./widget-theme/Http.ts"
import { SsoHttp } from "./sso/Http.ts"

export const TenantHandlers = Layer.mergeAll(
  ApiKeysHttp,
  AuthHttp,
  BillingHttp,
  CustomersHttp,
  MembersHttp,
  SsoHttp,
  AuditLogHttp,
  NotificationsHttp,
  FeatureTogglesHttp,
  ErasuresHttp,
  CreditsHttp,
  ImageUsageHttp,
  OnboardingHttp,
  ReferralHttp,
  WidgetThemeHttp
)
