/**
 * Config versions: drafts are edited, published versions are frozen, publishing concerns new buddies only. Contract
 * parts 1-4.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, LargeBody } from "../../../wire/Access.ts"
import { failure, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { ConfigContentPatch } from "../../../wire/content/ConfigContent.ts"
import { BacktestReport } from "../../../wire/answers/BacktestReport.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { ConfigVersionSummary, ConfigVersion } from "../../../wire/answers/ConfigVersion.ts"
import { operationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { says } from "../../../wire/Words.ts"

/** Only a draft can be edited, published or thrown away. */
export class ConfigNotDraft extends Schema.TaggedError<ConfigNotDraft>()("ConfigNotDraft", { status: Schema.String }) {}
export const configNotDraft = failure(ConfigNotDraft, {
  status: 409,
  code: "config_not_draft",
  message: (e) => `This config version is ${e.status}. Clone it, or open a draft, to change anything.`,
  details: (e) => ({ status: e.status })
})

export class ConfigEmpty extends Schema.TaggedError<ConfigEmpty>()("ConfigEmpty", {}) {}
export const configEmpty = failure(ConfigEmpty, {
  status: 400,
  code: "config_empty",
  message: () => "This draft holds no rules yet. Add some, or apply a preset, before publishing."
})

export class DraftExists extends Schema.TaggedError<DraftExists>()("DraftExists", {
  config_version_id: Schema.String
}) {}
export const draftExists = failure(DraftExists, {
  status: 409,
  code: "draft_exists",
  message: () => "There is an open draft. Publish it first, or repeat with ?replace=true to overwrite its content.",
  details: (e) => ({ config_version_id: e.config_version_id })
})

/** Buddies move to the active version only: there is no rollback. */
export class ConfigNotActive extends Schema.TaggedError<ConfigNotActive>()("ConfigNotActive", {
  status: Schema.String
}) {}
export const configNotActive = failure(ConfigNotActive, {
  status: 409,
  code: "config_not_active",
  message: (e) => `This config version is ${e.status}. Buddies can be migrated to the active version only.`,
  details: (e) => ({ status: e.status })
})

export const OpenDraft = Schema.Struct({ name: Schema.optionalKey(Schema.NullOr(text({ max: 200 }))) }).annotate({
  identifier: "OpenDraft"
})
export const UpdateDraft = Schema.Struct({
  ...OpenDraft.fields,
  content: Schema.optionalKey(ConfigContentPatch)
}).annotate({ identifier: "UpdateDraft" })
export type UpdateDraft = typeof UpdateDraft.Type

export const Change = Schema.Struct({
  op: Schema.Literals(["added", "removed", "changed"]),
  type: Schema.String,
  key: Schema.String,
  field: Schema.NullOr(Schema.String),
  from: Schema.Json,
  to: Schema.Json
})
export const Measured = Schema.Struct({
  operation_id: Id,
  finished_at: Timestamp,
  is_stale: Schema.Boolean.annotate({ description: "the version was edited since" }),
  compared_with: Id,
  events: BacktestReport.fields.events,
  units: BacktestReport.fields.units
})
export const Impact = Schema.Struct({
  config_version_id: Id,
  compared_with: Schema.NullOr(Id).annotate({ description: "the active version" }),
  affects: Schema.Literal("new_buddies_only"),
  changes: Schema.Array(Change),
  existing_buddies: Schema.Struct({ pinned: Schema.Int, changed: Schema.Int }),
  backtest: Schema.NullOr(Measured).annotate({
    description: "what the newest finished backtest of this version measured; its operation has the rest"
  }),
  warnings: Schema.Array(Schema.String).annotate({
    description: "worth knowing; publishing goes through all the same"
  }),
  errors: Schema.Array(Schema.String).annotate({ description: "what publishing would refuse" })
}).annotate({ identifier: "ConfigImpact" })
export type Impact = typeof Impact.Type

export const MigrateBuddies = Schema.Struct({
  from_version_id: Schema.optionalKey(Schema.String.annotate({ description: "only buddies of this version" })),
  buddy_ids: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(1_000))),
  dry_run: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "MigrateBuddies" })
export type MigrateBuddies = typeof MigrateBuddies.Type

/** The answer of a dry run. */
export const MigrationPlan = Schema.Struct({
  dry_run: Schema.Literal(true),
  config_version_id: Id,
  buddies: Schema.Int.annotate({ description: "active buddies that would be moved" }),
  from_versions: Schema.Array(Schema.Struct({ config_version_id: Id, number: Schema.Int, buddies: Schema.Int }))
}).annotate({ identifier: "MigrationPlan" })
export type MigrationPlan = typeof MigrationPlan.Type

const migrateDescription =
  "Moves existing buddies to the active version; without a selection all active buddies that are not there yet. Runs " +
  "as an operation of the type migrate, whose result counts `migrated`, `skipped` (archived or moved meanwhile) and " +
  "`failed` (not reachable; run it again). When another version is published meanwhile it fails with " +
  "`config_not_active`, and nobody is moved back. `dry_run: true` answers 200 with the counts and writes nothing. " +
  "Without a body everybody is moved."

const draftOrNew = [ConfigVersion, ConfigVersion.pipe(HttpApiSchema.status(201))] as const

const id = { id: Schema.String }

export class ConfigVersionsApi extends tenantGroup(
  HttpApiGroup.make("config-versions").add(
    HttpApiEndpoint.get("list", "/config-versions", {
      query: offsetQuery,
      success: offsetPage(ConfigVersionSummary)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List config versions", "Newest first, without their content.")),
    HttpApiEndpoint.post("open", "/config-versions", {
      payload: [OpenDraft, Schema.Null],
      success: draftOrNew
    }).annotateMerge(
      says(
        "Open a draft",
        "201 with a draft made of the active version; 200 with the open one when there is one. There is at " +
          "most one draft."
      )
    ),
    HttpApiEndpoint.get("get", "/config-versions/:id", {
      params: id,
      success: ConfigVersion,
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show a config version", "With its whole content.")),
    HttpApiEndpoint.patch("update", "/config-versions/:id", {
      params: id,
      payload: UpdateDraft,
      success: ConfigVersion,
      error: [notFound, configNotDraft, validationFailed]
    })
      .annotate(LargeBody, true)
      .annotateMerge(
        says(
          "Change the draft",
          "Sections that are named are replaced as a whole, the others stay. Only a draft can be changed."
        )
      ),
    HttpApiEndpoint.post("clone", "/config-versions/:id/clone", {
      params: id,
      query: { replace: Schema.optionalKey(Schema.Boolean) },
      success: draftOrNew,
      error: [notFound, draftExists]
    }).annotateMerge(
      says("Make a draft of a version", "The open draft stands in the way unless `replace=true`, which writes it over.")
    ),
    HttpApiEndpoint.post("publish", "/config-versions/:id/publish", {
      params: id,
      success: ConfigVersion,
      error: [notFound, configEmpty, configNotDraft, validationFailed]
    }).annotateMerge(
      says(
        "Publish the draft",
        "Freezes it and makes it the active version: new buddies live by it at once, existing ones when you " +
          "migrate them. Look at its impact first."
      )
    ),
    HttpApiEndpoint.get("impact", "/config-versions/:id/impact", {
      params: id,
      success: Impact,
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "Show what publishing would change",
          "The changes against the active version, warnings, what publishing would refuse, and the newest backtest."
        )
      ),
    HttpApiEndpoint.post("migrate", "/config-versions/:id/migrate-buddies", {
      params: id,
      payload: [MigrateBuddies, Schema.Null],
      success: [Accepted.pipe(HttpApiSchema.status(202)), MigrationPlan],
      error: [notFound, configNotActive, validationFailed, operationLimit]
    }).annotateMerge(says("Move buddies to the active version", migrateDescription))
  ),
  { access: "config", capability: "none", description: "Drafts and frozen snapshots of the progression logic" }
) {}
