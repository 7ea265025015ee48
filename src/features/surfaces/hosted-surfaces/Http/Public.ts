import { Effect, Layer, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { publicJson } from "../../../../edge/pages/PublicJson.ts"
import { CurrentRequest } from "../../../../wire/CurrentRequest.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { feature } from "../../../../wire/Group.ts"
import { type PublicHostedSurface, PublicHostedSurfacesApi } from "../Api/Public.ts"
import { brandingOf } from "../../../../wire/surfaces/Common.ts"
import { HostedEntry } from "../Service/Entry.ts"
import { type OpenSurface, OpenSurfaces } from "../Service/OpenSurfaces.ts"

const shown = ({ content, slug, theme, ...tenant }: OpenSurface): PublicHostedSurface => {
  const { headline, intro, legal_url, locale, logo_url, modules, name, support_url } = content
  const { support_email, tenant_name, website_url } = tenant
  const branding = brandingOf(theme, content.branding)
  const own = { slug, name, headline, intro, branding, logo_url, modules, locale, support_url, legal_url }
  return { ...own, tenant_name, website_url, support_email }
}

export const PublicHostedSurfacesHttp = HttpApiBuilder.group(
  feature(PublicHostedSurfacesApi),
  "public-hosted-surfaces",
  Effect.fn(function* (handlers) {
    const open = yield* OpenSurfaces
    const entry = yield* HostedEntry
    return handlers.handleAll({
      read: Effect.fnUntraced(function* ({ params }) {
        const found = yield* open.find(params.slug)
        return yield* Option.isNone(found) ? new NotFound({ resource: "page" }) : publicJson(shown(found.value))
      }),
      comeIn: Effect.fnUntraced(function* ({ params, payload }) {
        const current = yield* CurrentRequest
        return yield* Effect.tapError(entry.comeIn(params.slug, payload, current.address), (error) =>
          Effect.sync(() => {
            if (error._tag === "RateLimited") current.retry_after_seconds = error.retry_after_seconds
          })
        )
      })
    })
  })
).pipe(Layer.provide([OpenSurfaces.layer, HostedEntry.layer]))
