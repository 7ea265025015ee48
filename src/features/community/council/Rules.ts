/** How a council decides. */
import { Schema } from "effect"
import type { Buddy } from "../../../wire/answers/Buddy.ts"
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

/** Its state may still name a team that is gone, in which nobody has a role. */
export const mayPropose = ({ proposers }: Settings, { is_mentor }: Pick<Buddy, "is_mentor">): boolean =>
  proposers === "everyone" || is_mentor

/** People vote for themselves; keys sit on servers of the same workspace and are one voter together. */
export const voterOf = ({ credential_id, kind }: Caller): string => (kind === "dashboard" ? credential_id : "keys")

export const outcomeOf = { approve: "approved", reject: "rejected" } as const satisfies Record<Vote["decision"], string>
