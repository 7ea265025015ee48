/** What the frame shows of a mount, and what can be done there. */
import type { MountHost, MountSettings } from "../contract.ts"
import type { Refused } from "./api.ts"
import type { Here } from "./here.ts"
import type { Words } from "./i18n.ts"
import type { Config, Effects } from "./model.ts"
import type { Session } from "./session.ts"
import type { View } from "./view.ts"

export type Status = "loading" | "ready" | "error" | "expired" | "unavailable"

export interface Shown {
  readonly host: MountHost
  readonly session: Session
  readonly settings: MountSettings
  readonly config: Config | undefined
  readonly view: View<unknown> | undefined
  readonly words: Words | undefined
  readonly answer: unknown
  readonly status: Status
  readonly error: Refused | undefined
  readonly offline: boolean
  readonly dark: boolean
  readonly still: boolean
  readonly isRetrying: boolean
  readonly raisesCards: boolean
  readonly coins: number | undefined
  readonly buddyName: string
  readonly watcher: Here["watcher"]
  readonly adopt: (style: string) => void
  readonly retry: () => void
  readonly restart: () => void
  readonly onEffects: (listener: (effects: Effects, isFirst: boolean) => void) => () => void
}
