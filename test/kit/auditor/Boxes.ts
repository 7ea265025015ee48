/** How the auditor opens mystery boxes: it keeps the moment of every opening. */
import type { Command } from "../../../src/engine/core/Command.ts"
import type { BoxPrice } from "../../../src/wire/campaigns/MysteryBox.ts"
import { dateIn } from "./Calendar.ts"
import { AuditorCampaigns } from "./Campaigns.ts"
import { isUsedUp } from "./Counts.ts"

type OpenBox = Extract<Command, { _tag: "OpenBox" }>
type Chance = OpenBox["box"]["pool"][number]

export abstract class AuditorBoxes extends AuditorCampaigns {
  private openings: { box: string; at: number; date: string }[] = []

  protected openBox({ box, opening_id }: OpenBox): string | null {
    const { eligibility, mystery_box_id: id, pool: all, price, revision, stock_total } = box
    if (!this.met(eligibility)) return "entry_requirements_not_met"
    const date = dateIn(this.zoneBy(box.limits.day_boundary, this.now), this.now)
    const before = this.openings.filter((one) => one.box === id)
    if (isUsedUp(box.limits, before, { at: this.now, date })) return "box_limit_reached"
    if (stock_total !== null && (this.budgets.get(`${id} openings`) ?? 0) >= stock_total) return "box_out_of_stock"
    const pool = all.filter((chance) => this.isOfUse(chance, price))
    if (pool.length === 0) return "box_exhausted"
    const refusal = this.payBox(price)
    if (refusal !== null) return refusal
    const won = this.pick(pool, this.around.draw(opening_id, `${id}:prize`))
    this.handOut(won)
    this.openings.push({ box: id, at: this.now, date })
    this.drawOn(`${id} openings`, 1)
    const isWhole = all.every((chance) => pool.includes(chance))
    const day = this.around.isOnTestClock === true ? "0000-00-00" : new Date(this.now).toISOString().slice(0, 10)
    this.markOpening(id, `${day}|${revision}|other|${isWhole ? all.indexOf(won) : "narrowed"}`)
    this.tell("mystery_box.opened")
    return null
  }

  private isOfUse({ item, reward }: Chance, price: BoxPrice): boolean {
    switch (reward.kind) {
      case "coins":
        return this.coins.earned + reward.amount <= Number.MAX_SAFE_INTEGER
      case "token":
        return this.canHold(reward.key, reward.amount, price.token_key === reward.key ? price.amount : 0)
      case "item":
        return item !== null && !this.hasAll(item)
      case "badge": {
        const badge = this.content.badge_definitions.find(({ badge_key }) => badge_key === reward.key)
        return badge?.status === "active" && (badge.repeatable || this.badge(reward.key).count === 0)
      }
    }
  }

  private payBox(price: BoxPrice): string | null {
    if (price.mode === "free") return null
    return price.mode === "token" ? this.spendToken(price.token_key, price.amount) : this.spendCoins(price.amount)
  }

  private pick(pool: Chance[], chance: number): Chance {
    let mark = chance * pool.map(({ weight }) => weight).reduce((a, b) => a + b)
    for (const one of pool) {
      if (mark < one.weight) return one
      mark -= one.weight
    }
    return pool.at(-1)!
  }

  private handOut({ item, reward }: Chance) {
    if (reward.kind === "coins") this.earnCoins(reward.amount)
    if (reward.kind === "token") this.earnToken(reward.key, reward.amount)
    if (reward.kind === "item") this.own(item!)
    if (reward.kind === "badge") this.award(reward.key)
  }
}
