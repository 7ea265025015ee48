/** What the page says for all its mounts, and where this script comes from. */
import type { MountSettings, TokenReason, WidgetName } from "../contract.ts"

export interface TokenRequest {
  readonly element: HTMLElement
  readonly widget: WidgetName
  readonly buddyId: string | undefined
  readonly reason: TokenReason
}

export type FetchToken = (request: TokenRequest) => string | null | Promise<string | null>

/** `window.HatchedConfig`, read once. */
export interface PageConfig {
  readonly apiBase?: string
  readonly locale?: string
  readonly theme?: string
  /** false: only `scan` and `mount` do */
  readonly autoMount?: boolean
  readonly fetchToken?: FetchToken
  readonly publishableKey?: string
}

/** What one mount is told by the page's code; all of it wins over attributes. */
export interface MountOptions {
  readonly widget?: string
  readonly token?: string
  readonly fetchToken?: FetchToken
  readonly pathKey?: string
  readonly apiBase?: string
  readonly locale?: string
  readonly theme?: string
  readonly surface?: string
  readonly poll?: string
}

export const mountAttribute = "data-hatched-mount"

/** Whatever of an element counts; a change of any is taken over while it is mounted. */
export const attributes = [
  mountAttribute,
  "data-embed-token",
  "data-path-key",
  "data-api-base",
  "data-token-url",
  "data-publishable-key",
  "data-buddy-id",
  "data-locale",
  "data-theme",
  "data-surface",
  "data-poll"
] as const

const address = /^(.*)\/cdn\/(?:[0-9a-f]{12}\/)?widget\.js(?:[?#]|$)/

/** A module has no `currentScript`: it is found among the page's scripts, of which the newest wins. */
const addressOfScript = (): string => {
  const own = document.currentScript as HTMLScriptElement | null
  if (own?.src !== undefined) return own.src
  const found = [...document.scripts].filter(({ src }) => address.test(src))
  return found.at(-1)?.src ?? ""
}

/** `https://host`, or with whatever the service is mounted under. */
export const root = address.exec(addressOfScript())?.[1] ?? location.origin

export const config: PageConfig = { ...(window as { HatchedConfig?: PageConfig }).HatchedConfig }

/** Absolute, so that it means the same wherever it is used. */
const absolute = (url: string): string => {
  try {
    return new URL(url, document.baseURI).href.replace(/\/+$/, "")
  } catch {
    return url
  }
}

export const defaultApiBase = absolute(config.apiBase ?? `${root}/api/v1`)

const among = <A extends string>(value: string | undefined, allowed: ReadonlyArray<A>): A | undefined =>
  allowed.find((one) => one === value)

/** An attribute that is there and says something. */
export const attributeOf = (element: HTMLElement, name: (typeof attributes)[number]): string | undefined =>
  element.getAttribute(name)?.trim() || undefined

export const settingsOf = (element: HTMLElement, options: MountOptions): MountSettings => {
  const of = (name: (typeof attributes)[number]) => attributeOf(element, name)
  const apiBase = options.apiBase ?? of("data-api-base")
  return {
    apiBase: apiBase === undefined ? defaultApiBase : absolute(apiBase),
    locale: options.locale ?? of("data-locale") ?? config.locale,
    theme: among(options.theme ?? of("data-theme") ?? config.theme, ["auto", "light", "dark"]),
    surface: among(options.surface ?? of("data-surface"), ["plain"]) ?? "card",
    poll: among(options.poll ?? of("data-poll"), ["on", "off"]),
    pathKey: options.pathKey ?? of("data-path-key")
  }
}
