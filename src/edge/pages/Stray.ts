/**
 * What a browser gets at an address that nothing is served at: a page in the look of those beside it, which leads back
 * to them. Programs, and whoever asks in the API, get the envelope.
 */
import type { HttpServerRequest } from "effect/http"
import { contentSecurityPolicy, framed } from "../docs/Frame.ts"
import { guides } from "../docs/Guides.ts"
import { takes } from "../Packed.ts"
import { missingPage, refusedWith } from "./Frame.ts"
import { parcelOf } from "./Parcel.ts"

const isBelow = (url: string, place: string) => url.startsWith(`${place}/`)

/** How many folders the address is away from the root, as a browser counts them. */
const depthOf = (url: string) => url.split("?")[0]!.split("/").length - 2

/** Nobody mistypes themselves deeper; a page is written, packed and kept for each depth there is. */
const depth_max = 8

export const asksForPage = ({ headers, method, url }: HttpServerRequest.HttpServerRequest): boolean =>
  (method === "GET" || method === "HEAD") &&
  // A target such as `*x` is no path, and stands in no folder.
  depthOf(url) >= 0 &&
  !/^\/api(?:[/?]|$)/.test(url) &&
  takes(headers["accept"], "text/html") &&
  depthOf(url) <= depth_max

const docsBody =
  "<h1>No such page</h1><p>Nothing stands at this address. The menu has every page, and the " +
  '<a href="/docs">overview</a> is where they begin.</p>'

const docsPage = parcelOf(
  "text/html; charset=utf-8",
  framed({ path: "", title: "No such page", body: docsBody }, guides)
)
const docsHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex"
}

export const strayPage = (url: string, hasDemo: boolean) => {
  if (isBelow(url, "/docs")) return refusedWith(docsPage, docsHeaders, 404)
  return missingPage(
    depthOf(url),
    hasDemo && isBelow(url, "/demo") ? { path: "demo", label: "To the demo" } : undefined
  )
}
