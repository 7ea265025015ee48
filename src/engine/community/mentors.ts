import type { BuddyState } from "../core/State.ts"

/** A mentor of any team is one. */
export const isMentor = ({ teams = {} }: Pick<BuddyState, "teams">): boolean =>
  Object.values(teams).some(({ role }) => role === "mentor")
