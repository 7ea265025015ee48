/** The audit log of a workspace, for its people. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { badRequest } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant, text, Timestamp } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

export const AuditEntry = Schema.Struct({
  audit_id: Id,
  created_at: Timestamp,
  actor: Schema.Struct({
    type: Schema.Literals(["account", "api_key", "sso", "system"]),
    id: Schema.NullOr(Schema.String).annotate({ description: "null for the service itself" }),
    label: Schema.String.annotate({ description: "e-mail or label; `former member` once the person was removed" })
  }),
  action: Schema.String.annotate({ description: "`<group>.<endpoint>`, such as `members.invite`" }),
  method: Schema.NullOr(Schema.String).annotate({ description: "null where no request did it" }),
  path: Schema.NullOr(Schema.String).annotate({ description: "the route, without the ids it was called with" }),
  target: Schema.NullOr(Schema.Struct({ type: Schema.String, id: Schema.String })),
  status: Schema.NullOr(Schema.Int).annotate({ description: "of the answer" }),
  request_id: Schema.String
}).annotate({ identifier: "AuditEntry" })
export type AuditEntry = typeof AuditEntry.Type

const filters = {
  actor_id: Schema.optionalKey(text({ min: 1, max: 200 })),
  action: Schema.optionalKey(text({ min: 1, max: 200 })),
  target_id: Schema.optionalKey(text({ min: 1, max: 200 })),
  from: Schema.optionalKey(Instant),
  to: Schema.optionalKey(Instant)
}
const AuditFilters = Schema.Struct(filters)
export type AuditFilters = typeof AuditFilters.Type

const log = "/customers/me/audit-log"

export class AuditLogApi extends tenantGroup(
  HttpApiGroup.make("audit-log").add(
    HttpApiEndpoint.get("list", log, {
      query: { ...cursorQuery, ...filters },
      success: cursorPage(AuditEntry),
      error: badRequest
    }).annotateMerge(
      says(
        "List the audit log",
        "What people changed, what keys changed of the workspace and its rules, sign-ins and changes of plan; the " +
          "newest first. Requests that were refused are listed with their status, except those that came too often. " +
          "Entries are kept 400 days."
      )
    ),
    HttpApiEndpoint.get("csv", `${log}.csv`, {
      query: filters,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" }))
    }).annotateMerge(
      says(
        "Download the audit log",
        "created_at, audit_id, actor_type, actor_id, actor_label, action, method, path, target_type, target_id, " +
          "status, request_id; the newest 50,000 entries. A cell that a spreadsheet would take for a formula begins " +
          "with an apostrophe."
      )
    )
  ),
  { access: "account", capability: "audit_export", description: "Who did what in the workspace" }
) {}
