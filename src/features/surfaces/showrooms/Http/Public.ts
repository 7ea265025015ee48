import { Effect, Layer, Option, Semaphore } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { hash } from "node:crypto"
import { encodeQR } from "qr"
import { AppConfig } from "../../../../Config.ts"
import { isKnownTag } from "../../../../edge/EntityTags.ts"
import { eachVisit, for_a_minute } from "../../../../edge/pages/PublicAnswers.ts"
import { publicJson } from "../../../../edge/pages/PublicJson.ts"
import { rasterizeWhole } from "../../../../artist/rasterize.ts"
import { Shelf } from "../../../../platform/requests/Shelf.ts"
import { makeSingleFlight } from "../../../../platform/requests/SingleFlight.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { feature } from "../../../../wire/Group.ts"
import { brandingOf } from "../../../../wire/surfaces/Common.ts"
import { iso } from "../../../../wire/Ids.ts"
import { type PublicShowroom, PublicShowroomsApi } from "../Api/Public.ts"
import { shownIn } from "../Rules.ts"
import { type OpenShowroom, OpenShowrooms } from "../Service/OpenShowrooms.ts"
import { ShowroomVisits } from "../Service/Visiting.ts"
import { qrUrl } from "../Store/Rows.ts"

const shown = ({ buddies, content, slug, tenant_name, theme, updated_at }: OpenShowroom): PublicShowroom => {
  const { cta, description, headline, name, show } = content
  return {
    slug,
    name,
    headline,
    description,
    tenant_name,
    branding: brandingOf(theme, content.branding),
    cta,
    buddies: buddies.map(shownIn(show)),
    updated_at: iso(updated_at)
  }
}

const png_side = 1_024
/** Codes drawn lately, by address: of a few kB each. */
const codes_max = 1_000

/** A code that is printed must stay readable when a corner of it is dirty. */
const codeOf = (address: string) =>
  encodeQR(address, "svg", { ecc: "quartile", border: 4 }).replace(
    "<svg ",
    `<svg width="${png_side}" height="${png_side}" `
  )

/** Painted one after the other: the same threads draw buddies. */
export const makeCodes = Effect.fnUntraced(function* (rasterize: typeof rasterizeWhole = rasterizeWhole) {
  const known = new Shelf<Uint8Array<ArrayBuffer>>(codes_max)
  const drawn = new Shelf<string>(codes_max)
  const once = (yield* makeSingleFlight)<Uint8Array<ArrayBuffer>, never>()
  const alone = yield* Semaphore.make(1)
  const keep = <A>(kept: Shelf<A>, key: string, value: A): A => {
    kept.set(key, value)
    return value
  }
  const svgOf = (address: string) => drawn.get(address) ?? keep(drawn, address, codeOf(address))
  const paint = (address: string) =>
    alone
      .withPermits(1)(Effect.promise(() => rasterize(svgOf(address))))
      .pipe(Effect.map((png) => keep(known, address, png)))
  const png = (address: string) =>
    Effect.suspend(() => {
      const before = known.get(address)
      return before === undefined ? once(address, paint(address)) : Effect.succeed(before)
    })
  return Effect.fnUntraced(function* (address: string, format: "svg" | "png") {
    const svg = svgOf(address)
    const request = yield* HttpServerRequest.HttpServerRequest
    const headers = {
      etag: `"${hash("sha256", `${format} ${svg}`).slice(0, 32)}"`,
      "cache-control": for_a_minute,
      "content-security-policy": "default-src 'none'",
      "cross-origin-resource-policy": "cross-origin"
    }
    if (isKnownTag(request.headers["if-none-match"], headers.etag))
      return HttpServerResponse.empty({ status: 304, headers })
    return format === "svg"
      ? HttpServerResponse.text(svg, { contentType: "image/svg+xml", headers })
      : HttpServerResponse.uint8Array(yield* png(address), { contentType: "image/png", headers })
  })
})

export const PublicShowroomsHttp = HttpApiBuilder.group(
  feature(PublicShowroomsApi),
  "public-showrooms",
  Effect.fn(function* (handlers) {
    const { publicUrl } = yield* AppConfig
    const showrooms = yield* OpenShowrooms
    const visits = yield* ShowroomVisits
    const code = yield* makeCodes()
    const open = Effect.fnUntraced(function* (slug: string) {
      const found = yield* showrooms.find(slug)
      return Option.isNone(found) ? yield* new NotFound({ resource: "page" }) : found.value
    })
    return handlers.handleAll({
      read: Effect.fnUntraced(function* ({ params, query }) {
        const showroom = yield* open(params.slug)
        yield* eachVisit((user_agent) => visits.note(showroom, { user_agent, k: query.k }))
        return yield* publicJson(shown(showroom))
      }),
      qr: Effect.fnUntraced(function* ({ params, query }) {
        const showroom = yield* open(params.slug)
        return yield* code(qrUrl(publicUrl, showroom), query.format ?? "svg")
      })
    })
  })
).pipe(Layer.provide([OpenShowrooms.layer, ShowroomVisits.layer]))
