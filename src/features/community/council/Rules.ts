/** How a council decides. */
import { Schema } from "effect"
import { isMentor } from "../../../engine/community/mentors.ts"
import type { BuddyState } from "../../../engine/core/State.ts"
import type { Caller } from "../../../wire/Principal.ts"
import type { Vote } from "./Api.ts"

export const Settings = Schema.Struct({
  /** 1..10: as many equal votes decide */
  quorum: Schema.Int,
  proposers: Schema.Literals(["everyone", "mentors"])
})
export type Settings = typeof Settings.Type

/** Until a workspace says otherwise. */
export const defaultSettings: Settings = { quorum: 1, proposers: "everyone" }

export const mayPropose = ({ proposers }: Settings, state: Pick<BuddyState, "teams">): boolean =>
  proposers === "everyone" || isMentor(state)

/** People vote for themselves; keys sit on servers of the same workspace and are one voter together. */
export const voterOf = ({ credential_id, kind }: Caller): string => (kind === "dashboard" ? credential_id : "keys")

export const outcomeOf = { approve: "approved", reject: "rejected" } as const satisfies Record<Vote["decision"], string>
