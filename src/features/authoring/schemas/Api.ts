/**
 * JSON Schemas of everything a configuration is made of, for editors and for checks before anything is sent. They are
 * derived from the very schemas that judge request bodies. Contract part 4 (config as code).
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { notFound } from "../../../wire/Failure.ts"
import { publicGroup } from "../../../wire/Group.ts"
import { wholeList } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

export const PartSummary = Schema.Struct({
  part: Schema.String,
  description: Schema.String,
  url: Schema.String.annotate({ description: "where the schema itself is, for `$schema` and editors" })
}).annotate({ identifier: "SchemaPart" })

const document = Schema.Record(Schema.String, Schema.Json).annotate({ identifier: "JsonSchemaDocument" })

export class SchemasApi extends publicGroup(
  HttpApiGroup.make("schemas").add(
    HttpApiEndpoint.get("list", "/schemas", { success: wholeList(PartSummary) }).annotateMerge(
      says("List schemas of configuration", "The parts of a configuration that have a schema.")
    ),
    HttpApiEndpoint.get("get", "/schemas/:part", {
      params: { part: Schema.String },
      success: document,
      error: notFound
    }).annotateMerge(
      says(
        "Show the schema of a part",
        "The JSON Schema (draft 2020-12) of one part, complete in itself. A property it does not name is refused " +
          "by the service too; rules between two fields are in no schema and show when a file is planned."
      )
    )
  ),
  { description: "JSON Schemas of the parts of a configuration" }
) {}
