/**
 * What the loader and the core say to each other. The loader is a classic script that finds mounts, holds tokens and
 * speaks to the page; the core is a module of the same build that draws into one mount. Neither imports the other.
 */

export const widgetNames = ["buddy", "marketplace", "leaderboard", "path"] as const
export type WidgetName = (typeof widgetNames)[number]

/** Why a token is asked for: none yet, soon at its end, or answered with 401. */
export type TokenReason = "missing" | "expiring" | "rejected"

/** What the page has set for one mount, defaults filled in. */
export interface MountSettings {
  /** absolute, without a slash at its end: `https://host/api/v1` */
  readonly apiBase: string
  /** a language tag, or `auto` */
  readonly locale: string | undefined
  readonly theme: "auto" | "light" | "dark" | undefined
  readonly surface: "card" | "plain"
  /** undefined: as the widget does by itself */
  readonly poll: "on" | "off" | undefined
  /** of the path widget; undefined: the active path */
  readonly pathKey: string | undefined
}

/** What the page hears of, as `on(name)` and as the bubbling event `hatched:<name>`. */
export type MountEvent =
  | "loaded"
  | "error"
  | "token-expired"
  | "effects"
  | "purchased"
  | "equipped"
  | "completed"
  | "shared"
  | "unmounted"

/** `detail` of `hatched:error`. */
export interface MountError {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly requestId: string | null
}

/** One mount, as the loader hands it to the core. */
export interface MountHost {
  readonly id: string
  readonly widget: WidgetName
  readonly element: HTMLElement
  readonly root: ShadowRoot
  /** as they are now; the core reads them again when `update` is called */
  readonly settings: () => MountSettings
  /** mounts that would be given the same token say the same: they share reads */
  readonly source: () => string
  /** whether a token can be had again once the first has ended */
  readonly canRenew: () => boolean
  /** null: there is none to be had; rejects with a `MountError` of which the page has heard when asking failed */
  readonly token: (reason: TokenReason) => Promise<string | null>
  readonly emit: (name: MountEvent, detail: unknown) => void
}

/** What the core gives back for a mount. */
export interface Mounted {
  /** resolves with the first content, whichever state that is */
  readonly ready: Promise<void>
  /** settings or token have changed */
  readonly update: () => void
  readonly refresh: () => void
  /** leaves no timer, observer or request behind */
  readonly unmount: () => void
}

/** What a page reports as done by its player. */
export interface Tracked {
  readonly type: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly eventId?: string
  /** ISO 8601; default: now */
  readonly occurredAt?: string
  /** default: the first mount's that may track */
  readonly token?: string
}

/** Exported by the core's file as `core`. */
export interface Core {
  readonly mount: (host: MountHost) => Mounted
  /** the answer of POST /widget/events in camelCase; rejects with a `MountError` */
  readonly track: (event: Tracked, apiBase: string) => Promise<unknown>
}
