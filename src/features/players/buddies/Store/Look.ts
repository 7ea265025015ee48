/** What a picture of a buddy shows, and the pictures that were drawn already. */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { AppConfig } from "../../../../Config.ts"
import type { BuddyState } from "../../../../engine/core/State.ts"
import { AssetStore } from "../../../../platform/storage/Assets.ts"
import type { CreatureRequest } from "../../../../artist/creature.ts"
import type { EquippedItem } from "../../../../artist/items.ts"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"

export interface Look {
  readonly bare: CreatureRequest
  readonly items: ReadonlyArray<EquippedItem>
}

export interface Pictured {
  readonly image_sha: string
  readonly thumb_sha: string
}

/** A look, drawn: without what is worn, and with it. */
export interface Painted {
  readonly base: Pictured
  readonly shown: Pictured
}

const sha = (text: string) => createHash("sha256").update(text).digest("hex")

/** The name of a picture: the same for everything that looks the same. */
export const nameOfBare = ({ bare }: Look): string => sha(JSON.stringify(["bare", bare]))
export const nameOfDressed = (look: Look): string =>
  look.items.length === 0 ? nameOfBare(look) : sha(JSON.stringify(["dressed", look.bare, look.items]))

const ItemRow = Schema.Struct({
  item_id: Schema.String,
  item_key: Schema.String,
  category: Schema.String,
  content: Schema.Struct({
    image_url: Schema.optionalKey(Schema.NullOr(Schema.String)),
    stage_images: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
  })
})
const PictureRow = Schema.Struct({ image_sha: Schema.String, thumb_sha: Schema.String })

export interface Subject {
  readonly theme: string
  readonly visual_variant: number
  readonly state: BuddyState
}

const pictureWrites = (sql: SqlClient.SqlClient) => {
  const insert = (customer_id: string, look: string, { image_sha, thumb_sha }: Pictured) =>
    Effect.map(
      nowDate,
      (now) => sql`
        INSERT INTO pictures (customer_id, look, image_sha, thumb_sha, created_at)
        VALUES (${customer_id}::uuid, ${look}, ${image_sha}, ${thumb_sha}, ${now})
        ON CONFLICT (customer_id, look)`
    )
  return {
    /** whoever drew a look anew has the picture that counts */
    keep: Effect.fnUntraced(function* (customer_id: string, look: string, drawn: Pictured) {
      yield* execute(sql`
        ${yield* insert(customer_id, look, drawn)} DO UPDATE
          SET image_sha = excluded.image_sha, thumb_sha = excluded.thumb_sha, created_at = excluded.created_at
        RETURNING look`)
    }),
    /** so that it need not be drawn, and paid, a second time */
    keepFirst: Effect.fnUntraced(function* (customer_id: string, look: string, drawn: Pictured) {
      yield* execute(sql`${yield* insert(customer_id, look, drawn)} DO NOTHING RETURNING look`)
    })
  }
}

/** The pictures of looks without items, for whoever draws them elsewhere. */
export const barePictures = (sql: SqlClient.SqlClient) => {
  const { keepFirst } = pictureWrites(sql)
  return (customer_id: string, bare: CreatureRequest, drawn: Pictured) =>
    keepFirst(customer_id, nameOfBare({ bare, items: [] }), drawn)
}

/** A picture drawn before, by the name of its look. */
export const drawnPictures = (sql: SqlClient.SqlClient) => (customer_id: string, look: string) =>
  row(PictureRow)(sql`
    SELECT image_sha, thumb_sha FROM pictures WHERE customer_id = ${customer_id}::uuid AND look = ${look}`)

/** To be yielded while a store's layer is built. */
export const looks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const assets = yield* AssetStore
  const { publicUrl } = yield* AppConfig
  const ours = `${publicUrl}/assets/`
  const { keep } = pictureWrites(sql)

  /** A tenant's own picture travels with the drawing; one that is not kept here is never fetched. */
  const embedded = Effect.fnUntraced(function* (url: string | null | undefined) {
    if (url == null || !url.startsWith(ours)) return url ?? null
    const asset = yield* assets.get(url.slice(ours.length).replace(/\.png$/, ""))
    return Option.isNone(asset)
      ? null
      : `data:${asset.value.content_type};base64,${Buffer.from(asset.value.bytes).toString("base64")}`
  })

  return {
    of: Effect.fn("Looks.of")(function* (customer_id: string, { state, theme, visual_variant }: Subject) {
      const { evolution_stage: stage, prestige_level: prestige } = state
      const worn = Object.entries(state.items).flatMap(([item_id, { equipped }]) => (equipped ? [item_id] : []))
      const found =
        worn.length === 0
          ? []
          : yield* rows(ItemRow)(sql`
              SELECT item_id, item_key, category, content FROM marketplace_items
              WHERE customer_id = ${customer_id}::uuid AND item_id = ANY(${worn}::uuid[]) ORDER BY item_id`)
      const items = yield* Effect.forEach(found, ({ category, content, item_key }) =>
        Effect.map(embedded(content.stage_images?.[String(stage)] ?? content.image_url), (image_url): EquippedItem => ({
          category,
          item_key,
          image_url
        }))
      )
      return { bare: { theme, variant: visual_variant, stage, prestige }, items } satisfies Look
    }),
    find: drawnPictures(sql),
    keep: Effect.fn("Looks.keep")(function* (
      customer_id: string,
      look: string,
      drawn: { readonly image: Uint8Array; readonly thumb: Uint8Array }
    ) {
      const image_sha = yield* assets.put(drawn.image)
      const thumb_sha = yield* assets.put(drawn.thumb)
      yield* keep(customer_id, look, { image_sha, thumb_sha })
      return { image_sha, thumb_sha } satisfies Pictured
    })
  }
})
