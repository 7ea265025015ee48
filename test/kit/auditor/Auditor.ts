/**
 * An independent recount: from the raw history and the config to what the buddy must own at the end. It shares no code
 * with the engine; it keeps whole lists of what happened and counts them again whenever asked.
 */
import type { Command, EventCommand } from "../../../src/engine/core/Command.ts"
import { AuditorOutfits } from "./Outfits.ts"
import type { Undo } from "../engine/EngineHost.ts"

export interface Step {
  now: number
  command: Command | Undo
}

export class Auditor extends AuditorOutfits {
  refusals: (string | null)[] = []
  coinsPerStep: number[] = []
  private history: Step[] = []

  replay(steps: Step[]): this {
    for (const step of steps) {
      const outcome = this.live(step)
      if (outcome === "nothing") continue
      const isRefusedUndo = outcome !== null && step.command._tag === "Undo"
      // Half of it is done by the time the money turns out to be short: everything else is told once more.
      if (isRefusedUndo) this.retell()
      else this.history.push(step)
      this.refusals.push(outcome)
      this.coinsPerStep.push(isRefusedUndo ? 0 : this.gained)
    }
    return this
  }

  private live({ command, now }: Step): string | null {
    this.now = now
    this.at = now
    this.gained = 0
    this.tokenGains.clear()
    const before = new Map(this.points)
    const fell = this.content.badge_definitions.filter(
      (one) => this.badge(one.badge_key).wasMet && !this.met(one.criteria)
    )
    this.fallen = new Set(fell.map(({ badge_key }) => badge_key))
    const next = this.next()
    this.readinessFell = this.evolutionReady && next !== undefined && !this.met(next.requirements)
    if (command._tag === "Event") this.event(command)
    const refusal = command._tag === "Event" ? null : this.manual(command)
    if (refusal === null) this.tellSkills(before)
    return refusal
  }

  private retell() {
    const { coinsPerStep, history, refusals } = this
    const twin = new Auditor(this.content, this.around)
    for (const step of history) twin.live(step)
    Object.assign(this, twin, { coinsPerStep, history, refusals })
  }

  private manual(command: Exclude<Command, EventCommand> | Undo): string | null {
    const refusal = this.obey(command)
    if (refusal === "unchanged") return null
    if (refusal !== null) return refusal
    this.review()
    return null
  }

  private obey(command: Exclude<Command, EventCommand> | Undo): string | null {
    switch (command._tag) {
      case "EarnCoins":
        return this.earnCoins(command.amount) ? null : "balance_limit"
      case "SpendCoins":
        return this.spendCoins(command.amount)
      case "EarnToken":
        if (!this.content.token_types.some((token) => token.token_key === command.token_key)) return "unknown_token"
        return this.earnToken(command.token_key, command.amount) ? null : "balance_limit"
      case "SpendToken":
        return this.spendToken(command.token_key, command.amount)
      case "AwardBadge":
        return this.awardByHand(command.badge_key)
      case "CheckBadge":
        return this.seek(command.badge_key)
      case "UpdateSkills":
        return this.train(command.updates)
      case "BuyItem":
        return this.buy(command)
      case "GrantItem":
        return this.give(command)
      case "EquipItems":
        return this.dress(command.equip, command.unequip)
      case "ClearEquipment":
        return this.undress()
      case "GrantBooster":
        return this.hand(command)
      case "RevokeBooster":
        return "unknown_booster"
      case "UnlockGate":
        return this.open(command)
      case "Evolve":
        return this.evolve(command.from_stage)
      case "DecaySkill":
        return this.fade(command)
      case "TakeVacation":
        return this.rest(command)
      case "EndVacation":
        return this.returnEarly()
      case "RestoreStreak":
        return this.restore(command)
      case "FreezeStreak":
        return this.freeze(command)
      case "CompleteSubStep":
        return this.tickOff(command)
      case "Undo":
        return this.undo(command)
      default:
        return this.obeyTogether(command)
    }
  }

  private obeyTogether(command: Command): string | null {
    switch (command._tag) {
      case "JoinQuest":
        return this.joinQuest(command)
      case "LeaveQuest":
        return this.leaveQuest(command)
      case "EnterLottery":
        return this.enter(command)
      case "OpenBox":
        return this.openBox(command)
      case "GrantReward":
        return this.granted(command)
      case "SaveOutfit":
        return this.saveOutfit(command)
      case "WearOutfit":
        return this.wearOutfit(command)
      case "DeleteOutfit":
        return this.deleteOutfit(command)
      default:
        return "unchanged"
    }
  }

  private seek(key: string): string | null {
    const definition = this.content.badge_definitions.find((badge) => badge.badge_key === key)
    if (!definition || this.badge(key).count > 0) return "unchanged"
    return this.judge(definition) ? null : "unchanged"
  }

  private awardByHand(key: string): string | null {
    const definition = this.content.badge_definitions.find((badge) => badge.badge_key === key)
    if (!definition) return "unknown_badge"
    if (this.badge(key).count > 0 && !definition.repeatable && !this.badge(key).ready) return "unchanged"
    this.award(key)
    return null
  }
}
