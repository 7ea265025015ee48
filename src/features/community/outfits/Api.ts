/** Looks a buddy keeps to put them on again. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { deletingOutfit, Outfit, savingOutfit, wearingOutfit } from "../../../wire/answers/Outfit.ts"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { wholeList } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"
import { PathId } from "../../../wire/Ids.ts"

const params = { id: PathId }
const one = { ...params, outfit_id: Schema.String }

export class OutfitsApi extends tenantGroup(
  HttpApiGroup.make("outfits").add(
    HttpApiEndpoint.get("list", "/buddies/:id/outfits", { params, success: wholeList(Outfit), error: notFound })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List outfits of a buddy", "At most twenty, the newest first.")),
    HttpApiEndpoint.post("save", "/buddies/:id/outfits", { params, ...savingOutfit }).annotateMerge(
      says("Save an outfit", "Items that can be worn together, under a name. 200 when it replaces one of that name.")
    ),
    HttpApiEndpoint.post("wear", "/buddies/:id/outfits/:outfit_id/wear", {
      params: one,
      ...wearingOutfit
    }).annotateMerge(
      says(
        "Put an outfit on",
        "The buddy wears exactly this afterwards, or nothing changes. 200 when the picture is there already, 202 " +
          "with an operation that draws it."
      )
    ),
    HttpApiEndpoint.delete("remove", "/buddies/:id/outfits/:outfit_id", {
      params: one,
      ...deletingOutfit
    }).annotateMerge(says("Delete an outfit", "What the buddy wears stays on."))
  ),
  { access: "runtime_write", capability: "marketplace", description: "Looks a buddy keeps" }
) {}
