/** Badges, how they are won and what they pay. Versioned: edits go to the open draft, see config-versions. */
import { HttpApiGroup } from "effect/http-api"
import { tenantGroup } from "../../wire/Group.ts"
import { BadgeDefinition, BadgeDefinitionInput } from "../../wire/content/BadgeDefinition.ts"
import { draftCollection } from "../config-versions/Api.ts"

export class BadgeDefinitionsApi extends tenantGroup(
  HttpApiGroup.make("badge-definitions").add(
    ...draftCollection("/badge-definitions", {
      item: BadgeDefinition,
      input: BadgeDefinitionInput,
      permission: "badges:read"
    })
  ),
  { access: "config", description: "Badges, how they are won and what they pay; edits go to the open draft" }
) {}
