/** A showroom as a row, and as it is answered. */
import { Schema } from "effect"
import { iso, isoOrNull } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import { CoinName, WidgetTheme } from "../../../../wire/answers/Customer.ts"
import { BrandingInput, brandingOf, SurfaceStatus } from "../../../../wire/surfaces/Common.ts"
import { coinNameOf, themeOf } from "../../published-pages/Store.ts"
import { Showroom } from "../Api.ts"

const { audience, cta, description, headline, listed, name, selection, show } = Showroom.fields
const { limit, mode } = selection.fields
const Content = Schema.Struct({
  name,
  audience,
  headline,
  description,
  branding: BrandingInput,
  cta,
  listed,
  selection: Schema.Struct({ mode, limit }),
  show
})
export type Content = typeof Content.Type

export const ShowroomRow = Schema.Struct({
  customer_id: Schema.String,
  showroom_id: Schema.String,
  showroom_key: Schema.String,
  slug: Schema.String,
  status: SurfaceStatus,
  content: Content,
  theme: Schema.NullOr(WidgetTheme),
  coin_name: Schema.NullOr(CoinName),
  buddy_ids: Schema.Array(Schema.String),
  qr_key: Schema.String,
  qr_created_at: Schema.Date,
  first_published_at: Schema.NullOr(Schema.Date),
  published_at: Schema.NullOr(Schema.Date),
  archived_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date,
  updated_at: Schema.Date
})
export type ShowroomRow = typeof ShowroomRow.Type

export const columns = `customer_id, showroom_id, showroom_key, slug, status, content, buddy_ids, qr_key, qr_created_at,
  first_published_at, published_at, archived_at, created_at, updated_at, ${themeOf("showrooms")},
  ${coinNameOf("showrooms")}`

export interface ShowroomQuery extends OffsetQuery {
  readonly status?: SurfaceStatus
}

export type VisitFigures = Showroom["visits"]

export const pageUrl = (publicUrl: string, { slug }: Pick<ShowroomRow, "slug">): string =>
  `${publicUrl}/showroom/${slug}`

/** What its QR code says. */
export const qrUrl = (publicUrl: string, showroom: Pick<ShowroomRow, "slug" | "qr_key">): string =>
  `${pageUrl(publicUrl, showroom)}?k=${showroom.qr_key}`

export const wireWith =
  (publicUrl: string) =>
  (showroom: ShowroomRow, visits: VisitFigures): Showroom => {
    const { archived_at, buddy_ids, content, created_at, published_at, qr_created_at, ...row } = showroom
    const { theme, updated_at } = showroom
    return {
      showroom_id: row.showroom_id,
      showroom_key: row.showroom_key,
      slug: row.slug,
      status: row.status,
      url: pageUrl(publicUrl, row),
      ...content,
      branding: brandingOf(theme, content.branding),
      selection: { ...content.selection, buddy_ids },
      qr: {
        url: qrUrl(publicUrl, row),
        svg_url: `${publicUrl}/api/v1/public/showroom/${row.slug}/qr`,
        created_at: iso(qr_created_at)
      },
      visits,
      published_at: isoOrNull(published_at),
      archived_at: isoOrNull(archived_at),
      created_at: iso(created_at),
      updated_at: iso(updated_at)
    }
  }
