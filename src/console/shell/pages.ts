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
  widgets: { load: () => import("../pages/widgets/index.tsx") }
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
