/** The handlers of tenant, one line per group. */
import { Layer } from "effect"
import { ApiKeysHttp } from "./api-keys/Http.ts"
import { AuthHttp } from "./auth/Http.ts"
import { BillingHttp } from "./billing/Http.ts"
import { CreditsHttp, ImageUsageHttp } from "./credits/Http.ts"
import { CustomersHttp } from "./customers/Http.ts"

export const TenantHandlers = Layer.mergeAll(
  ApiKeysHttp,
  AuthHttp,
  BillingHttp,
  CustomersHttp,
  CreditsHttp,
  ImageUsageHttp
)
