/** How the auditor tells luck and parties: misses counted on fingers, guests ticked off a list. */
import type { EventCommand } from "../../../src/engine/core/Command.ts"
import type { LiveEventBadge } from "../../../src/wire/campaigns/EventBadges.ts"
import type { LiveDrop } from "../../../src/wire/campaigns/SurpriseDrops.ts"
import { AuditorEvents } from "./Events.ts"

const DAY = 86_400_000

/** What an event had set off, as it is taken back. */
export type Happened =
  | { what: "drop"; id: string; misses: number }
  | { what: "party"; id: string; key: string; isGiven: boolean }

export abstract class AuditorHappenings extends AuditorEvents {
  private misses = new Map<string, number>()
  private parties = new Map<string, { seen: number; isGiven: boolean }>()

  protected happen(event: EventCommand) {
    const { event_badges = [], surprise_drops = [] } = this.around.campaigns ?? {}
    const drops = surprise_drops.filter((one): one is LiveDrop => one.enabled && one.trigger.event_type === event.type)
    drops.sort((a, b) => a.priority - b.priority || (a.rule_key < b.rule_key ? -1 : 1))
    for (const one of drops) this.roll(one, event)
    const badges = event_badges.filter(
      (one): one is LiveEventBadge => one.enabled && one.trigger.event_type === event.type
    )
    badges.sort((a, b) => (a.badge_key < b.badge_key ? -1 : 1))
    for (const one of badges) this.attend(one, event)
  }

  private roll(drop: LiveDrop, event: EventCommand) {
    const chance = this.mayPay(drop, event)
    if (chance === null) return
    const { beginner, budget, pity_after, reward_pool, rule_id: id } = drop
    const age = event.occurred_at - this.around.hatched_at
    const odds = beginner !== null && age < beginner.days * DAY ? beginner.probability : drop.probability
    const missed = this.misses.get(id) ?? 0
    const isDue = pity_after !== null && missed >= pity_after
    if (!isDue && this.around.draw(event.event_id, `${id}:hit`) >= odds) {
      this.misses.set(id, missed + 1)
      return
    }
    let mark = this.around.draw(event.event_id, `${id}:prize`) * reward_pool.reduce((sum, one) => sum + one.weight, 0)
    let prize = reward_pool.at(-1)!
    for (const one of reward_pool) {
      if (mark < one.weight) {
        prize = one
        break
      }
      mark -= one.weight
    }
    const { reward } = prize
    if (budget !== null && reward.coins > 0) {
      const purse = this.purseOf(id, budget, event.occurred_at)
      if ((this.budgets.get(purse) ?? 0) + reward.coins > budget.max_coins) return
      this.spendFrom(purse, reward.coins)
    }
    this.misses.set(id, 0)
    this.noteFiring(drop, event, chance)
    this.brought!.happened.push({ what: "drop", id, misses: missed })
    this.reward(reward, id)
  }

  private attend(badge: LiveEventBadge, event: EventCommand) {
    const { badge_key: key, ends_at, event_badge_id: id, max_awards, required_count, starts_at } = badge
    const at = event.occurred_at
    if (at < (starts_at ?? -Infinity) || at >= (ends_at ?? Infinity)) return
    if (this.content.badge_definitions.some((one) => one.badge_key === key)) return
    const { isGiven, seen } = this.parties.get(id) ?? { seen: 0, isGiven: false }
    if (isGiven || this.badge(key).count > 0 || !this.isAsked(badge, event)) return
    const gives = seen + 1 === required_count
    if (gives && (this.budgets.get(`${id} guests`) ?? 0) >= (max_awards ?? Infinity)) return
    this.parties.set(id, { seen: seen + 1, isGiven: gives })
    this.brought!.happened.push({ what: "party", id, key, isGiven: gives })
    if (!gives) return
    this.spendFrom(`${id} guests`, 1)
    this.badge(key).count++
    this.earnCoins(badge.coin_reward, id)
    this.tell("badge.awarded")
  }

  /** The keys of badges that go with it. Money, points and firings are taken back like any others. */
  protected unhappen(happened: Happened[]): string[] {
    const gone: string[] = []
    for (const one of happened) {
      if (one.what === "drop") {
        this.misses.set(one.id, (this.misses.get(one.id) ?? 0) + one.misses)
        continue
      }
      const party = this.parties.get(one.id)!
      this.parties.set(one.id, { seen: Math.max(0, party.seen - 1), isGiven: party.isGiven && !one.isGiven })
      const badge = this.badge(one.key)
      if (!one.isGiven || badge.count === 0) continue
      badge.count--
      badge.lost++
      gone.push(one.key)
    }
    return gone
  }
}
