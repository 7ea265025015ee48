/** The pages there are: their addresses, who sees them, and the module each comes with. */
import type { ComponentType } from "preact"
import type { PageProps } from "../core/kinds.ts"

interface PageModule {
  readonly default: ComponentType<PageProps>
}

interface Entry {
  readonly load: () => Promise<PageModule>
  /** for people who are not signed in, without the frame around it */
  readonly isOpen?: boolean
  /** it has addresses below its own */
  readonly hasMore?: boolean
}

const entries: Readonly<Record<string, Entry>> = {
  "": { load: () => import("../pages/home/index.tsx") },
  register: { load: () => import("../pages/account/index.tsx"), isOpen: true },
  login: { load: () => import("../pages/account/index.tsx"), isOpen: true },
  forgot: { load: () => import("../pages/account/index.tsx"), isOpen: true },
  presets: { load: () => import("../pages/presets/index.tsx") },
  rules: { load: () => import("../pages/rules/index.tsx"), hasMore: true },
  publish: { load: () => import("../pages/publish/index.tsx") },
  try: { load: () => import("../pages/try/index.tsx") },
  keys: { load: () => import("../pages/keys/index.tsx") },
  widgets: { load: () => import("../pages/widgets/index.tsx") },
  notifications: { load: () => import("../pages/notifications/index.tsx") },
  players: { load: () => import("../pages/players/index.tsx"), hasMore: true },
  eggs: { load: () => import("../pages/eggs/index.tsx") },
  events: { load: () => import("../pages/events/index.tsx"), hasMore: true },
  analytics: { load: () => import("../pages/analytics/index.tsx"), hasMore: true },
  alerts: { load: () => import("../pages/alerts/index.tsx") },
  operations: { load: () => import("../pages/operations/index.tsx") },
  surfaces: { load: () => import("../pages/surfaces/index.tsx"), hasMore: true },
  campaigns: { load: () => import("../pages/campaigns/index.tsx"), hasMore: true },
  leagues: { load: () => import("../pages/leagues/index.tsx") },
  "badge-reviews": { load: () => import("../pages/badge-reviews/index.tsx") },
  council: { load: () => import("../pages/council/index.tsx") },
  webhooks: { load: () => import("../pages/webhooks/index.tsx"), hasMore: true },
  usage: { load: () => import("../pages/usage/index.tsx") },
  settings: { load: () => import("../pages/settings/index.tsx"), hasMore: true }
}

export interface Found extends Entry {
  readonly name: string
  readonly rest: string
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Of a path of the console; what nobody could have written leads nowhere. */
export const pageOf = (path: string): Found | undefined => {
  const [, name = "", ...rest] = path.split("/")
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
  if (entry === undefined || (rest.length > 0 && entry.hasMore !== true)) return undefined
  const parts = rest.map(decoded)
  return parts.includes(undefined) ? undefined : { ...entry, name, rest: parts.join("/") }
}
