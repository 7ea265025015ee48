/** What a run counts: faults that hit work under way, and what the code under test was seen to do about them. */

/** Each has to hit work under way, or the run has shown nothing about it. */
export const faults = [
  "crash",
  "orderly stop",
  "freeze",
  "thaw with work in hand",
  "two owners",
  "commit of a former owner",
  "hand-over",
  "message sent twice",
  "answer of a commit lost",
  "late commit",
  "commit cut off",
  "commit refused for now",
  "statement timeout",
  "silence until the deadline",
  "read failed",
  "slow load",
  "answers out of order",
  "clock jump with work under way"
] as const
export type Fault = (typeof faults)[number]

/** Roads through the write path; each has to be taken. */
export const roads = [
  "batch of several buddies",
  "Committed",
  "Duplicate",
  "Stale",
  "OverBudget",
  "Contended",
  "Refused",
  "Unknown",
  "answered again",
  "answered again, other payload",
  "refused by the rules",
  "internal error",
  "nobody receives the event",
  "another buddy receives the event",
  "moved to another config",
  "Closed",
  "Granted",
  "closed with work in hand",
  "paid by a second closer",
  "taken back",
  "taken back once the facts had been read again",
  "archived"
] as const
export type Road = (typeof roads)[number]

export type Counts<Key extends string> = Record<Key, number>

export const zero = <Key extends string>(keys: ReadonlyArray<Key>): Counts<Key> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Counts<Key>

export const addTo = <Key extends string>(sum: Counts<Key>, more: Counts<Key>): void => {
  for (const [key, count] of Object.entries<number>(more)) sum[key as Key] += count
}
