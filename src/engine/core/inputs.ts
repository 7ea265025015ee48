/** The input that changes with the clock: looked at on every command. */
export const alwaysInput = "always"
export const coinsInput = "coins"
export const stageInput = "stage"
export const prestigeInput = "prestige"

/** Names of the inputs criteria can depend on; `Draft` collects which of them a command changed. */
export const inputOf = {
  token: (key: string) => `token:${key}`,
  skill: (key: string) => `skill:${key}`,
  streak: (key: string) => `streak:${key}`,
  badge: (key: string) => `badge:${key}`,
  event: (type: string) => `event:${type}`,
  item: (id: string) => `item:${id}`,
  gate: (key: string) => `gate:${key}`
}
