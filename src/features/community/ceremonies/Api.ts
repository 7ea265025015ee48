/** Great moments of a buddy that nobody has watched yet, for screens of the workspace's own. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { Ceremony, CeremonyKind, CeremonyRecorded } from "../../../wire/answers/Buddy.ts"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { PathId, Timestamp } from "../../../wire/Ids.ts"
import { wholeList } from "../../../wire/Page.ts"
import { ceremonyNotPending, changeRefusals } from "../../../wire/refusals/Buddies.ts"
import { says } from "../../../wire/Words.ts"

export const PendingCeremony = Schema.Struct({
  ceremony: CeremonyKind,
  evolution_stage: Schema.Int,
  prestige_level: Schema.Int,
  text: Schema.String.annotate({ description: "of the narrative, with the buddy's name and stage in it" }),
  image_url: Schema.NullOr(Schema.String).annotate({ description: "the buddy as it looked; null: never drawn so" }),
  occurred_at: Timestamp
}).annotate({ identifier: "PendingCeremony" })
export type PendingCeremony = typeof PendingCeremony.Type

const params = { id: PathId }

export class CeremoniesApi extends tenantGroup(
  HttpApiGroup.make("ceremonies").add(
    HttpApiEndpoint.get("list", "/buddies/:id/ceremonies", {
      params,
      success: wholeList(PendingCeremony),
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "List ceremonies to be watched",
          "The newest ten at most, the newest first. Those that were watched are gone."
        )
      ),
    HttpApiEndpoint.post("complete", "/buddies/:id/ceremonies", {
      params,
      payload: Ceremony,
      success: CeremonyRecorded,
      error: [...changeRefusals, ceremonyNotPending]
    }).annotateMerge(
      says(
        "Record that a ceremony was watched",
        "As a widget does: the newest of that kind and stage that waits is told to webhooks as " +
          "buddy.ceremony_completed. Where none waits and one was watched, `already_recorded` is true."
      )
    )
  ),
  { access: "runtime_write", capability: "buddies", description: "Great moments of a buddy" }
) {}
