/** A config version: with its content, and as it stands in a list. Contract part 2. */
import { Schema } from "effect"
import { Id, Timestamp } from "../Ids.ts"
import { ConfigContent } from "../content/ConfigContent.ts"

const facts = {
  config_version_id: Id,
  number: Schema.Int.annotate({ description: "counts the versions of the workspace from 1" }),
  name: Schema.NullOr(Schema.String),
  status: Schema.Literals(["draft", "published", "archived"]),
  is_active: Schema.Boolean.annotate({ description: "new buddies are pinned to the active version" }),
  content_hash: Schema.NullOr(Schema.String).annotate({ description: "`sha256:<hex>` of the frozen content" }),
  created_at: Timestamp,
  updated_at: Timestamp,
  published_at: Schema.NullOr(Timestamp),
  published_by: Schema.NullOr(Schema.String)
}

export const ConfigVersionSummary = Schema.Struct(facts).annotate({ identifier: "ConfigVersionSummary" })
export type ConfigVersionSummary = typeof ConfigVersionSummary.Type

export const ConfigVersion = Schema.Struct({ ...facts, content: ConfigContent }).annotate({
  identifier: "ConfigVersion"
})
export type ConfigVersion = typeof ConfigVersion.Type
