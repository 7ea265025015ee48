/** Badges, how they are won and what they pay. Versioned: edits go to the open draft, see config-versions. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { FileBody, LargeBody } from "../../wire/Access.ts"
import { notFound } from "../../wire/Failure.ts"
import { tenantGroup } from "../../wire/Group.ts"
import { drawingErrors, GenerateIcon, IconMade, uploadErrors, UploadPicture } from "../../wire/Pictures.ts"
import { BadgeDefinition, BadgeDefinitionInput } from "../../wire/content/BadgeDefinition.ts"
import { draftCollection } from "../config-versions/Api.ts"

export class BadgeDefinitionsApi extends tenantGroup(
  HttpApiGroup.make("badge-definitions").add(
    ...draftCollection("/badge-definitions", {
      item: BadgeDefinition,
      input: BadgeDefinitionInput,
      permission: "badges:read"
    }),
    HttpApiEndpoint.post("generateIcon", "/badge-definitions/generate-icon", {
      payload: GenerateIcon,
      success: IconMade.pipe(HttpApiSchema.status(201)),
      error: drawingErrors
    }),
    HttpApiEndpoint.post("uploadIcon", "/badge-definitions/upload-icon", {
      payload: UploadPicture,
      success: IconMade.pipe(HttpApiSchema.status(201)),
      error: uploadErrors
    })
      .annotate(LargeBody, true)
      .annotate(FileBody, true),
    HttpApiEndpoint.post("regenerateIcon", "/badge-definitions/:id/regenerate-icon", {
      params: { id: Schema.String },
      success: BadgeDefinition,
      error: [notFound, ...drawingErrors]
    })
  ),
  { access: "config", description: "Badges, how they are won and what they pay; edits go to the open draft" }
) {}
