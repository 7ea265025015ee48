/** What a widget's own file gives the core. */
import type { JSX } from "preact"
import type { MountSettings } from "../contract.ts"
import type { Effects } from "./model.ts"

export interface View<A> {
  readonly style: string
  /** what it reads */
  readonly path: (settings: MountSettings) => string
  /** unless the page says otherwise */
  readonly polls: boolean
  /** a colour of its own */
  readonly accent?: (answer: A) => string | null
  /** as it is once an event has paid, before it is read again */
  readonly after?: (answer: A, effects: Effects) => A
  readonly Show: (props: { readonly answer: A }) => JSX.Element
}
