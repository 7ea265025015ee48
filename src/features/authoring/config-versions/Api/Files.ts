/**
 * Config as code: a version and what lives beside it as one file, in which everything goes by key. The same file
 * describes any workspace; what presets hold has the same form. Contract part 4 (config versions, presets).
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, LargeBody, Lengthy } from "../../../../wire/Access.ts"
import { failure, notFound, validationFailed } from "../../../../wire/Failure.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { Id } from "../../../../wire/Ids.ts"
import { Change } from "../Api.ts"
import { ConfigVersion } from "../../../../wire/answers/ConfigVersion.ts"
import { ConfigFile } from "../../../../wire/content/ConfigFile.ts"
import { says } from "../../../../wire/Words.ts"

/** What somebody planned against is not there any more. */
export class ConfigChanged extends Schema.TaggedError<ConfigChanged>()("ConfigChanged", {
  expected_revision: Schema.String,
  revision: Schema.String
}) {}
export const configChanged = failure(ConfigChanged, {
  status: 409,
  code: "config_changed",
  message: () =>
    "The configuration has changed since it was compared with the file. Nothing was written: plan again, look at the " +
    "changes, and import with the new revision.",
  details: (e) => ({ expected_revision: e.expected_revision, revision: e.revision })
})

const Revision = Schema.String.check(
  Schema.isPattern(/^sha256:[0-9a-f]{64}$/u, {
    expected: "a revision as the plan answers it: sha256: and 64 hexadecimal digits"
  })
)

export const ConfigPlan = Schema.Struct({
  compared_with: Schema.NullOr(
    Schema.Struct({ config_version_id: Id, number: Schema.Int, status: Schema.Literals(["draft", "published"]) })
  ).annotate({ description: "the open draft, else the active version; null when there is neither" }),
  revision: Revision.annotate({
    description: "names what the file was compared with; POST /config-versions/import takes it as expected_revision"
  }),
  in_sync: Schema.Boolean.annotate({ description: "importing the file would change nothing" }),
  counts: Schema.Struct({ added: Schema.Int, changed: Schema.Int, removed: Schema.Int }).annotate({
    description: "things that would come, change and go; a thing with several changed fields counts once"
  }),
  changes: Schema.Array(Change),
  unmanaged: Schema.Array(Schema.Struct({ type: Schema.String, key: Schema.String })).annotate({
    description: "event types, gates, marketplaces and items that the file does not name: an import leaves them alone"
  }),
  warnings: Schema.Array(Schema.String),
  errors: Schema.Array(Schema.String).annotate({
    description: "what publishing would refuse; the import itself goes through"
  })
}).annotate({ identifier: "ConfigPlan" })
export type ConfigPlan = typeof ConfigPlan.Type

const exportDescription =
  "The version as a file in canonical form: without identifiers, lists of keyed things in the order of their keys, " +
  "properties in the order of their names, defaults written out. Exporting the same content twice gives the same " +
  "bytes. Event types, gates, marketplaces and items that are not archived are as they are now, whichever version is " +
  "exported. Rules name items by item key, or by `marketplace_key/item_key` where two marketplaces share the key."

const planDescription =
  "What importing this file would change, compared by key with the open draft, else with the active version. Writes " +
  "nothing."

const importDescription =
  "Writes the file into the workspace, all or nothing, and answers the draft (201 when it was opened for this). The " +
  "rules of the draft become those of the file, sections left out included; things whose key is known keep their " +
  "identifier. Event types, gates, marketplaces and items, which are live, are created or updated by key; those the " +
  "file does not name stay. Items of the file come first in their marketplace, in the order of the file. Nothing of " +
  "the rules changes for buddies until the draft is published. With expected_revision, the revision of a plan, the " +
  "import happens only if the configuration is still what the plan was made against: else 409 config_changed."

export class ConfigFilesApi extends tenantGroup(
  HttpApiGroup.make("config-files").add(
    HttpApiEndpoint.get("export", "/config-versions/:id/export", {
      params: { id: Schema.String },
      success: ConfigFile,
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Export a version as a file", exportDescription)),
    HttpApiEndpoint.post("plan", "/config-versions/plan", {
      payload: ConfigFile,
      success: ConfigPlan,
      error: validationFailed
    })
      .annotate(LargeBody, true)
      .annotate(Lengthy, true)
      .annotateMerge(says("Compare a file with the workspace", planDescription)),
    HttpApiEndpoint.post("import", "/config-versions/import", {
      query: {
        expected_revision: Schema.optionalKey(Revision).annotate({
          description: "the revision a plan named; without it, whatever is there is written over"
        })
      },
      payload: ConfigFile,
      success: [ConfigVersion, ConfigVersion.pipe(HttpApiSchema.status(201))],
      error: [validationFailed, configChanged]
    })
      .annotate(LargeBody, true)
      .annotateMerge(says("Import a file into the draft", importDescription))
  ),
  {
    access: "config",
    capability: "none",
    description: "Config as code: export, compare and import a whole configuration by keys"
  }
) {}
