/** Ceremonies as a workspace reads them: what waits in the buddy's state, with its text and its picture. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import type { Ceremony } from "../../../engine/core/State.ts"
import { pendingCeremonies } from "../../../engine/growth/ceremonies.ts"
import { nameOfStage } from "../../../engine/views/views.ts"
import { assetUrl } from "../../../platform/storage/Assets.ts"
import type { NotFound } from "../../../wire/Failure.ts"
import { BuddyReads } from "../../players/buddies/Store.ts"
import { pictured } from "../../players/buddies/Store/Appearance.ts"
import { drawnPictures, nameOfBare } from "../../players/buddies/Store/Look.ts"
import { CustomerStore } from "../../tenant/customers/Store.ts"
import { textsOf } from "../narrative/Rules.ts"
import { NarrativeStore } from "../narrative/Store.ts"
import type { PendingCeremony } from "./Api.ts"
import { textOf } from "./Rules.ts"

export class CeremonyReads extends Context.Service<
  CeremonyReads,
  {
    pending(customer_id: string, buddy_id: string): Effect.Effect<ReadonlyArray<PendingCeremony>, NotFound>
  }
>()("hatchery/features/ceremonies/CeremonyReads") {
  static readonly layer = Layer.effect(
    CeremonyReads,
    Effect.gen(function* () {
      const reads = yield* BuddyReads
      const narratives = yield* NarrativeStore
      const customers = yield* CustomerStore
      const sql = yield* SqlClient.SqlClient
      const find = drawnPictures(sql)
      const { subject } = pictured(sql)
      const { publicUrl } = yield* AppConfig

      /** Where it was drawn as it looked then; what it wears is not in it. */
      const pictureOf = Effect.fnUntraced(function* (
        customer_id: string,
        { theme, visual_variant: variant }: { readonly theme: string; readonly visual_variant: number },
        { evolution_stage: stage, prestige_level: prestige }: Ceremony
      ) {
        const drawn = yield* find(customer_id, nameOfBare({ bare: { theme, variant, stage, prestige }, items: [] }))
        return Option.isNone(drawn) ? null : assetUrl(publicUrl, drawn.value.image_sha)
      })

      return CeremonyReads.of({
        pending: Effect.fn("CeremonyReads.pending")(function* (customer_id, buddy_id) {
          const { buddy, snapshot, state } = yield* reads.standing(customer_id, buddy_id)
          const waiting = pendingCeremonies(state)
          if (waiting.length === 0) return []
          const narrative = yield* narratives.read(customer_id)
          const { locale } = (yield* customers.get(customer_id)).settings
          const words = { texts: textsOf(narrative), tone: narrative.tone, locale }
          const looked = Option.getOrThrow(yield* subject(customer_id, buddy.buddy_id))
          return yield* Effect.forEach(waiting, (moment) => {
            const { at = state.hatched_at, ceremony, evolution_stage, prestige_level } = moment
            const told = { name: buddy.name, stage: nameOfStage(snapshot, evolution_stage) }
            return Effect.map(pictureOf(customer_id, looked, moment), (image_url): PendingCeremony => ({
              ceremony,
              evolution_stage,
              prestige_level,
              text: textOf(moment, words, told),
              image_url,
              occurred_at: new Date(at).toISOString()
            }))
          })
        })
      })
    })
  ).pipe(Layer.provide([BuddyReads.layer, NarrativeStore.layer, CustomerStore.layer]))
}
