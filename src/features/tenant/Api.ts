/** The contract of tenant: who the tenant is, what it pays, and its keys. One line per group. */
import { ApiKeysApi } from "./api-keys/Api.ts"
import { AccountApi, AuthApi, PasswordApi } from "./auth/Api.ts"
import { BillingApi } from "./billing/Api.ts"
import { CreditsApi, ImageUsageApi } from "./credits/Api.ts"
import { CustomersApi } from "./customers/Api.ts"

export const tenant = [
  ApiKeysApi,
  AuthApi,
  AccountApi,
  PasswordApi,
  CustomersApi,
  BillingApi,
  CreditsApi,
  ImageUsageApi
] as const
