/** A hosted surface as a row, and as it is answered. */
import { Schema } from "effect"
import { iso, isoOrNull } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import { WidgetTheme } from "../../../../wire/answers/Customer.ts"
import { BrandingInput, brandingOf, SurfaceStatus } from "../../../../wire/surfaces/Common.ts"
import { themeOf } from "../../published-pages/Store.ts"
import { HostedSurface } from "../Api.ts"

const { event_types, headline, intro, legal_url, locale, logo_url, modules, name, player_scopes } = HostedSurface.fields
const { audience, session_minutes, support_url } = HostedSurface.fields
const Content = Schema.Struct({
  name,
  audience,
  headline,
  intro,
  branding: BrandingInput,
  logo_url,
  support_url,
  legal_url,
  modules,
  player_scopes,
  event_types,
  session_minutes,
  locale
})
type Content = typeof Content.Type

export const SurfaceRow = Schema.Struct({
  customer_id: Schema.String,
  hosted_surface_id: Schema.String,
  hosted_surface_key: Schema.String,
  slug: Schema.String,
  status: SurfaceStatus,
  content: Content,
  theme: Schema.NullOr(WidgetTheme),
  first_published_at: Schema.NullOr(Schema.Date),
  published_at: Schema.NullOr(Schema.Date),
  archived_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date,
  updated_at: Schema.Date,
  players: Schema.Int
})
export type SurfaceRow = typeof SurfaceRow.Type

export const columns = `customer_id, hosted_surface_id, hosted_surface_key, slug, status, content, first_published_at,
  published_at, archived_at, created_at, updated_at, ${themeOf("s")},
  (SELECT count(*)::int FROM hosted_players AS p
   WHERE p.customer_id = s.customer_id AND p.hosted_surface_id = s.hosted_surface_id) AS players`

export interface SurfaceQuery extends OffsetQuery {
  readonly status?: SurfaceStatus
}

export const wireWith =
  (publicUrl: string) =>
  ({ archived_at, content, created_at, published_at, theme, updated_at, ...row }: SurfaceRow): HostedSurface => ({
    hosted_surface_id: row.hosted_surface_id,
    hosted_surface_key: row.hosted_surface_key,
    slug: row.slug,
    status: row.status,
    url: `${publicUrl}/s/${row.slug}`,
    ...content,
    branding: brandingOf(theme, content.branding),
    players: row.players,
    published_at: isoOrNull(published_at),
    archived_at: isoOrNull(archived_at),
    created_at: iso(created_at),
    updated_at: iso(updated_at)
  })
