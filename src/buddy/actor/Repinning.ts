/** Moving a buddy to another config version: nothing of it changes, it is decided by other rules from then on. */
import type { Accepted } from "../../engine/core/Decision.ts"
import { noEffects, type Repin } from "../Protocol.ts"
import type { ResidentState } from "./ResidentState.ts"

/** Whoever was found under a version may have been moved on since, and is not to be moved back. */
export const isOfVersion = (
  { from_version_id }: Repin,
  { snapshot: { config_version_id } }: Pick<ResidentState, "snapshot">
): boolean => from_version_id === undefined || from_version_id === config_version_id

export const repinned: Omit<Accepted, "state"> = {
  _tag: "Accepted",
  entries: [],
  outbound: [],
  badges: [],
  history: [],
  feed: [],
  uniques: [],
  freed: [],
  budgets: [],
  writes: [],
  trace: [],
  effects: noEffects,
  reply: { _tag: "Done" },
  signals: []
}
