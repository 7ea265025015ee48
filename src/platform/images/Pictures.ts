/** Icons drawn and pictures uploaded on request: kept as assets, answered by their URL. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../Config.ts"
import { ServiceUnavailable, ValidationFailed } from "../../wire/Failure.ts"
import { limits } from "../../wire/Limits.ts"
import { AssetQuotaExceeded, CreditInsufficient } from "../../wire/Pictures.ts"
import { AssetStore, assetUrl, nameOf } from "../storage/Assets.ts"
import { Credits } from "../billing/Credits.ts"
import { asker, makeFairPlaces } from "../requests/FairPlaces.ts"
import { nowDate, row } from "../postgres/Sql.ts"
import { type IconRequest, ImageProvider } from "./ImageProvider.ts"
import { Studio } from "./Studio.ts"
import { redraw } from "./uploads.ts"

const ThemeRow = Schema.Struct({ theme: Schema.NullOr(Schema.String) })
const ClaimRow = Schema.Struct({ claimed: Schema.Boolean, pictures: Schema.Int, bytes: Schema.BigInt })
const dataUrl = /^data:image\/(?:png|jpeg|webp);base64,/
const base64 = /^[A-Za-z0-9+/]+={0,2}$/
const retry_after_seconds = 2
/** Uploads decoded at the same time: each may hold 64 MB of pixels meanwhile. */
const decoders = { places: 2, places_per_tenant: 1 } as const

export class Pictures extends Context.Service<
  Pictures,
  {
    /** draws an icon in the tenant's theme */
    icon(
      customer_id: string,
      request: Omit<IconRequest, "theme">
    ): Effect.Effect<string, CreditInsufficient | ServiceUnavailable>
    /** `image` is base64 or a data URL; kept with at most `side_max` pixels a side */
    upload(
      customer_id: string,
      image: string,
      side_max?: number
    ): Effect.Effect<string, ValidationFailed | AssetQuotaExceeded>
  }
>()("hatchery/platform/images/Pictures") {
  static readonly layer = Layer.effect(
    Pictures,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { publicUrl } = yield* AppConfig
      const assets = yield* AssetStore
      const credits = yield* Credits
      const { costs } = yield* ImageProvider
      const studio = yield* Studio
      const { enter } = makeFairPlaces(decoders)
      const kept = (bytes: Uint8Array) => Effect.map(assets.put(bytes), (sha256) => assetUrl(publicUrl, sha256)!)

      const themeOf = Effect.fnUntraced(function* (customer_id: string) {
        const found = yield* row(ThemeRow)(
          sql`SELECT settings ->> 'preset_key' AS theme FROM customers WHERE customer_id = ${customer_id}::uuid`
        )
        return Option.getOrThrow(found).theme ?? "neutral"
      })

      /** Before the bytes are kept: what was counted and then not kept goes with the next sweeps. */
      const claim = Effect.fnUntraced(function* (customer_id: string, picture: Uint8Array) {
        const { uploads_bytes_max, uploads_max } = limits
        const found = yield* row(ClaimRow)(sql`
          SELECT claimed, pictures, bytes FROM claim_upload(${customer_id}::uuid, ${nameOf(picture)}, ${picture.length},
            ${yield* nowDate}, ${uploads_max}, ${uploads_bytes_max})`)
        const { bytes, claimed, pictures } = Option.getOrThrow(found)
        if (claimed) return
        return yield* pictures >= uploads_max
          ? new AssetQuotaExceeded({ unit: "pictures", max: uploads_max, used: pictures, required: 1 })
          : new AssetQuotaExceeded({
              unit: "bytes",
              max: uploads_bytes_max,
              used: Number(bytes),
              required: picture.length
            })
      })

      return Pictures.of({
        icon: Effect.fn("Pictures.icon")(function* (customer_id, request) {
          const theme = yield* themeOf(customer_id)
          const drawn = yield* Effect.catchTag(
            studio.icon(customer_id, { ...request, theme }),
            "ImageError",
            Effect.fnUntraced(function* ({ detail, reason }) {
              if (reason !== "credit_short") {
                yield* Effect.logWarning(`an icon was not drawn: ${reason}, ${detail}`)
                return yield* new ServiceUnavailable({ reason: "The picture could not be drawn.", retry_after_seconds })
              }
              const { balance } = yield* credits.account(customer_id)
              return yield* new CreditInsufficient({ balance, required: costs.icon })
            })
          )
          return yield* kept(drawn.thumb)
        }),
        upload: Effect.fn("Pictures.upload")(function* (customer_id, image, side_max) {
          const text = image.replace(dataUrl, "")
          if (!base64.test(text)) return yield* ValidationFailed.at(["image"], "image is not base64")
          const bytes = Buffer.from(text, "base64")
          return yield* Effect.scoped(Effect.andThen(Effect.flatMap(asker, enter), redraw(bytes, side_max))).pipe(
            Effect.catchTag("BadPicture", ({ detail }) => ValidationFailed.at(["image"], detail)),
            Effect.tap((picture) => claim(customer_id, picture)),
            Effect.flatMap(kept)
          )
        })
      })
    })
  ).pipe(Layer.provide([AssetStore.layer, Credits.layer, Studio.layer]))
}
