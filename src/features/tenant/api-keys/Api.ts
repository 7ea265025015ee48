/** Secret and publishable keys of a tenant. A key is shown once; only its hash is kept. Contract part 5. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, permissions } from "../../../wire/Access.ts"
import { emailNotVerified, failure, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup, unauthorized } from "../../../wire/Group.ts"
import { displayName, Id, Instant, Timestamp, WebOrigin } from "../../../wire/Ids.ts"
import { wholeList } from "../../../wire/Page.ts"
import { PlanName } from "../../../wire/Plans.ts"
import { says } from "../../../wire/Words.ts"

/** What a test key reaches: it may be lying about, and must not open the way to a live one. */
export class TestKeyOnly extends Schema.TaggedError<TestKeyOnly>()("TestKeyOnly", {}) {}
const testKeyOnly = failure(TestKeyOnly, {
  status: 403,
  code: "forbidden",
  message: () => "A test key lists, makes, rotates and revokes test keys only."
})

const label = displayName({ max: 100 })
const mode = Schema.Literals(["live", "test"])

export const ApiKey = Schema.Struct({
  api_key_id: Id,
  label: Schema.String,
  type: Schema.Literals(["secret", "publishable"]),
  mode,
  last4: Schema.String,
  scopes: Schema.Array(Schema.String),
  created_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp),
  expires_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "ApiKey" })
export type ApiKey = typeof ApiKey.Type

const shownOnce = { key: Schema.String.annotate({ description: "the key itself, shown only here" }) }
export const NewApiKey = Schema.Struct({ ...ApiKey.fields, ...shownOnce }).annotate({ identifier: "NewApiKey" })
export const RotatedApiKey = Schema.Struct({ ...NewApiKey.fields, revoked_ids: Schema.Array(Id) }).annotate({
  identifier: "RotatedApiKey"
})

export const NewPublishableKey = Schema.Struct({
  ...ApiKey.fields,
  ...shownOnce,
  permissions: Schema.Array(Schema.String),
  allowed_origins: Schema.NullOr(Schema.Array(Schema.String))
}).annotate({ identifier: "NewPublishableKey" })

export const CreateApiKey = Schema.Struct({ label, mode, expires_at: Schema.optionalKey(Schema.NullOr(Instant)) })
export const RotateApiKeys = Schema.Struct({ label: Schema.optionalKey(label), mode: Schema.optionalKey(mode) })
export const CreatePublishableKey = Schema.Struct({
  label,
  permissions: Schema.Array(Schema.Literals(permissions)).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(permissions.length)
  ),
  allowed_origins: Schema.optionalKey(Schema.NullOr(Schema.Array(WebOrigin).check(Schema.isMaxLength(50))))
})

export const WhoAmI = Schema.Struct({
  customer_id: Id,
  customer_name: Schema.String,
  plan: PlanName,
  capabilities: Schema.Array(Schema.String),
  credential: Schema.Struct({
    id: Id,
    label: Schema.String,
    type: Schema.Literals(["secret", "publishable", "dashboard"]),
    scopes: Schema.Array(Schema.String)
  }),
  auth_method: Schema.Literals(["api_key", "dashboard_jwt"])
}).annotate({ identifier: "WhoAmI" })

/** 401: the key that asks was revoked meanwhile. */
const minting = [testKeyOnly, emailNotVerified, unauthorized] as const

export class ApiKeysApi extends tenantGroup(
  HttpApiGroup.make("api-keys").add(
    HttpApiEndpoint.get("list", "/auth/api-keys", { success: wholeList(ApiKey) }).annotateMerge(
      says(
        "List API keys",
        "All keys of the workspace, secret and publishable, without the keys themselves. A test key sees " +
          "test keys only."
      )
    ),
    HttpApiEndpoint.post("create", "/auth/api-keys", {
      payload: CreateApiKey,
      success: NewApiKey.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, ...minting]
    }).annotateMerge(
      says(
        "Create a secret key",
        "The key stands in this answer and nowhere else: keep it. A live key wants a confirmed e-mail; a " +
          "test key makes test keys only. Give the key an `expires_at` when it is not meant to last."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/auth/api-keys/:id", {
      params: { id: Schema.String },
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(
      says(
        "Revoke an API key",
        "The key is refused from now on, everywhere. What was made with it stays; embed tokens that a publishable " +
          "key has minted end with it."
      )
    ),
    HttpApiEndpoint.post("rotate", "/auth/api-keys/rotate", {
      payload: [RotateApiKeys, Schema.Null],
      success: RotatedApiKey.pipe(HttpApiSchema.status(201)),
      error: minting
    }).annotateMerge(
      says(
        "Replace a secret key",
        "Makes a new secret key and revokes every other one, `revoked_ids`; a test key revokes test keys " +
          "only. The new key stands in this " +
          "answer only: put it in place before the next request."
      )
    ),
    HttpApiEndpoint.get("whoami", "/auth/api-keys/whoami", { success: WhoAmI })
      .annotate(Access, "whoami")
      .annotateMerge(
        says(
          "Show whose credential this is",
          "The workspace, its plan and capabilities, and what the credential may do. Good for checking a key " +
            "at start-up."
        )
      ),
    HttpApiEndpoint.post("createPublishable", "/auth/publishable-keys", {
      payload: CreatePublishableKey,
      success: NewPublishableKey.pipe(HttpApiSchema.status(201)),
      error: minting
    }).annotateMerge(
      says(
        "Create a publishable key",
        "A key that may be seen in a browser: it reads what its `permissions` name, from `allowed_origins` " +
          "(null: from anywhere). At most 50 origins. A test key makes one that is a test key too: `mode`."
      )
    )
  ),
  { access: "account", capability: "none", description: "Secret and publishable keys" }
) {}
