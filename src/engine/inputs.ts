/** The input that changes with the clock, or that is changed outside the engine: looked at on every command. */
export const alwaysInput = "always"
export const coinsInput = "coins"

/** Names of the inputs criteria can depend on; `Draft` collects which of them a command changed. */
export const inputOf = {
  token: (key: string) => `token:${key}`,
  skill: (key: string) => `skill:${key}`,
  streak: (key: string) => `streak:${key}`,
  badge: (key: string) => `badge:${key}`,
  event: (type: string) => `event:${type}`
}
