import { Schema } from "effect"
import { failure } from "../Failure.ts"

/** The password was right; it opens nothing here. */
export class SsoRequired extends Schema.TaggedError<SsoRequired>()("SsoRequired", {}) {}
export const ssoRequired = failure(SsoRequired, {
  status: 403,
  code: "sso_required",
  message: () => "This workspace signs in through its identity provider: GET /auth/sso/config says where."
})
