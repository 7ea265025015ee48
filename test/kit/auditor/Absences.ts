/** How the auditor notices that a user was away: by the whole list of what was heard, taken back or not. */
import type { EventCommand } from "../../../src/engine/core/Command.ts"
import { AuditorGates } from "./Gates.ts"

const DAY = 86_400_000

export abstract class AuditorAbsences extends AuditorGates {
  private heard: number[] = []

  protected welcome({ occurred_at }: EventCommand) {
    const before = this.heard
    this.heard = [...before, occurred_at]
    if (before.length === 0) return
    const [lapse, reward] = this.terms()
    if (occurred_at < Math.max(...before) + lapse * DAY) return
    this.tell("user.reengaged")
    if (reward !== null) this.reward(reward, "")
  }

  private terms() {
    const [own] = this.around.campaigns?.reengagement ?? []
    return own === undefined ? ([14, null] as const) : ([own.lapsed_after_days, own.reward] as const)
  }
}
