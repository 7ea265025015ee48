/** A config version and what lives beside it as one file, in which everything goes by key. Contract part 4. */
import { Schema } from "effect"
import { text } from "../Ids.ts"
import { PresetContent } from "./ConfigContent.ts"

export const fileFormat = "hatchery.config/1"

export const ConfigFile = Schema.Struct({
  $schema: Schema.optionalKey(text({ max: 2_000 })).annotate({
    description: "for editors; GET /schemas/config-file is that schema. Not kept."
  }),
  format: Schema.optionalKey(Schema.Literal(fileFormat)),
  content: PresetContent
}).annotate({ identifier: "ConfigFile" })
export type ConfigFile = typeof ConfigFile.Type
