/** The contract of tenant: who the tenant is, what it pays, and its keys. One line per group. */
import { ApiKeysApi } from "./api-keys/Api.ts"
import { AuditLogApi } from "./audit-log/Api.ts"
import { AccountApi, AuthApi, PasswordApi } from "./auth/Api.ts"
import { BillingApi } from "./billing/Api.ts"
import { CreditsApi, ImageUsageApi } from "./credits/Api.ts"
import { CustomersApi } from "./customers/Api.ts"
import { ErasuresApi } from "./erasures/Api.ts"
import { FeatureTogglesApi } from "./feature-toggles/Api.ts"
import { MembersApi } from "./members/Api.ts"
import { NotificationsApi } from "./notifications/Api.ts"
import { OnboardingApi, WaitlistApi } from "./onboarding/Api.ts"
import { ReferralApi } from "./referral/Api.ts"
import { WidgetThemeApi } from "./widget-theme/Api.ts"
import { SsoApi, SsoLoginApi } from "./sso/Api.ts"

export const tenant = [
  ApiKeysApi,
  AuthApi,
  AccountApi,
  PasswordApi,
  CustomersApi,
  MembersApi,
  SsoApi,
  SsoLoginApi,
  AuditLogApi,
  NotificationsApi,
  FeatureTogglesApi,
  ErasuresApi,
  BillingApi,
  CreditsApi,
  ImageUsageApi,
  OnboardingApi,
  WaitlistApi,
  ReferralApi,
  WidgetThemeApi
] as const
