/** Looks of the token's buddy, for the wardrobe of a page. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, OfWidget, RequiredScope } from "../../../../wire/Access.ts"
import { deletingOutfit, Outfit, savingOutfit, wearingOutfit } from "../../../../wire/answers/Outfit.ts"
import { notFound } from "../../../../wire/Failure.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { wholeList } from "../../../../wire/Page.ts"
import { says } from "../../../../wire/Words.ts"

const params = { outfit_id: Schema.String }

export class WidgetOutfitsApi extends tenantGroup(
  HttpApiGroup.make("widget-outfits")
    .add(
      HttpApiEndpoint.get("list", "/widget/outfits", { success: wholeList(Outfit), error: notFound })
        .annotate(Access, "widget_read")
        .annotate(OfWidget, "marketplace")
        .annotateMerge(says("List outfits of the buddy", "At most twenty, the newest first.")),
      HttpApiEndpoint.post("save", "/widget/outfits", savingOutfit).annotateMerge(
        says("Save an outfit from a widget", "Under a name; 200 when it replaces one of that name.")
      ),
      HttpApiEndpoint.post("wear", "/widget/outfits/:outfit_id/wear", { params, ...wearingOutfit }).annotateMerge(
        says("Put an outfit on from a widget", "The buddy wears exactly this afterwards, or nothing changes.")
      ),
      HttpApiEndpoint.delete("remove", "/widget/outfits/:outfit_id", { params, ...deletingOutfit }).annotateMerge(
        says("Delete an outfit from a widget", "What the buddy wears stays on.")
      )
    )
    .annotate(RequiredScope, "items:equip"),
  { access: "widget_write", capability: "marketplace", description: "Looks of the buddy" }
) {}
