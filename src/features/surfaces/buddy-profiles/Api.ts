/** How one buddy presents itself in public. Kept beside the buddy: no change of it moves a version or a ledger. */
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, RequiredPermission } from "../../../wire/Access.ts"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Profile, ProfilePatch } from "../../../wire/content/Profile.ts"
import { buddyArchived } from "../../../wire/refusals/Buddies.ts"
import { says } from "../../../wire/Words.ts"
import { PathId } from "../../../wire/Ids.ts"

const params = { id: PathId }

export class BuddyProfilesApi extends tenantGroup(
  HttpApiGroup.make("buddy-profiles").add(
    HttpApiEndpoint.get("read", "/buddies/:id/profile", { params, success: Profile, error: notFound })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "buddy:read")
      .annotateMerge(says("Show a buddy's profile", "Its tagline is as it was written, placeholders included.")),
    HttpApiEndpoint.patch("update", "/buddies/:id/profile", {
      params,
      payload: ProfilePatch,
      success: Profile,
      error: [notFound, buddyArchived]
    }).annotateMerge(says("Change a buddy's profile", "Fields left out stay; null restores a default."))
  ),
  { access: "runtime_write", capability: "buddies", description: "How buddies present themselves in public" }
) {}
