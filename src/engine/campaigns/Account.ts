/** What a campaign is to an event: something it may set off, or something it counts for. */
import type { EventCommand } from "../core/Command.ts"
import type { Draft } from "../core/Draft.ts"

/** Something an event may set off; `event_type` null: any does. */
export interface Happening {
  readonly event_type: string | null
  readonly apply: (draft: Draft, event: EventCommand) => void
}

/** Something buddies count for together. */
export interface Account {
  /** of its trace row */
  readonly type: string
  readonly key: string
  /** null: all types */
  readonly event_type: string | null
  /** whether the event is one of those that count: its moment, its filters, whose buddy this is */
  readonly concerns: (draft: Draft, event: EventCommand) => boolean
  readonly count: (draft: Draft, event: EventCommand) => void
}
