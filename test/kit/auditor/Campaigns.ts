/**
 * What buddies count for together, recounted: every event leaves a list of marks, a sum is added up whenever it is
 * asked for, and what is taken back takes its marks with it.
 */
import type { Command, EventCommand } from "../../../src/engine/core/Command.ts"
import type { LeaderboardTerms } from "../../../src/wire/campaigns/Leaderboard.ts"
import type { LiveCampaigns } from "../../../src/wire/campaigns/Live.ts"
import type { OpenDraw } from "../../../src/wire/campaigns/Lottery.ts"
import type { Metric } from "../../../src/wire/campaigns/Metric.ts"
import type { QuestTerms } from "../../../src/wire/campaigns/Quests.ts"
import type { Filter } from "../../../src/wire/content/Shared.ts"
import type { Undo } from "../engine/EngineHost.ts"
import { dateIn, periodStart, plusDays } from "./Calendar.ts"
import { passes, property } from "./Rules.ts"
import { AuditorUndo } from "./Undo.ts"

type Of<Tag extends Command["_tag"]> = Extract<Command, { _tag: Tag }>

interface Mark {
  /** null: nobody can take it back */
  event: string | null
  table: "scores" | "totals" | "tickets"
  key: string
  amount: number
  fold: "sum" | "highest" | "newest"
}

/** The ISO name of the week a Monday begins. */
const weekName = (monday: string): string => {
  const year = plusDays(monday, 3).slice(0, 4)
  let week = 1
  for (let day = monday; plusDays(day, -4).slice(0, 4) === year; day = plusDays(day, -7)) week++
  return `${year}-W${String(week).padStart(2, "0")}`
}

/** A decimal as it is written, times millionths: whole numbers only. */
const timesMillionths = (value: number, millionths: number): bigint => {
  const [digits = "", power = "0"] = `${value}`.split("e")
  const [whole = "", fraction = ""] = digits.split(".")
  const shift = Number(power) - fraction.length
  const exact = BigInt(whole + fraction) * BigInt(millionths)
  return shift < 0 ? exact / 10n ** BigInt(-shift) : exact * 10n ** BigInt(shift)
}

export abstract class AuditorCampaigns extends AuditorUndo {
  private marks: Mark[] = []
  /** by quest: whether the buddy takes part, or once did */
  private parts = new Map<string, boolean>()

  private get shared(): LiveCampaigns {
    return this.around.campaigns ?? {}
  }

  private mark(
    event: string | null,
    table: Mark["table"],
    key: string,
    amount: number,
    fold: Mark["fold"] = "sum"
  ): void {
    this.marks.push({ event, table, key, amount, fold })
  }

  private sum(table: Mark["table"], key: string): number {
    const mine = this.marks.filter((one) => one.table === table && one.key === key)
    if (mine.at(-1)?.fold === "newest") return mine.at(-1)!.amount
    if (mine.at(-1)?.fold === "highest") return mine.map(({ amount }) => amount).toSorted((a, b) => b - a)[0]!
    return mine.reduce((sum, { amount }) => sum + amount, 0)
  }

  counted(table: Mark["table"]): Map<string, number> {
    const keys = new Set(this.marks.flatMap((one) => (one.table === table ? [one.key] : [])))
    return new Map([...keys].map((key) => [key, this.sum(table, key)]))
  }

  /** quests the buddy takes part in */
  questing(): string[] {
    return [...this.parts].flatMap(([id, isIn]) => (isIn ? [id] : []))
  }

  protected override undo(wish: Undo): string | null {
    const outcome = super.undo(wish)
    if (outcome === null) this.unmark(wish.event_id)
    return outcome
  }

  private unmark(event: string) {
    const own = this.marks.filter((one) => one.event === event && one.fold === "sum")
    const drawsBefore = this.drawsEntered()
    this.marks = this.marks.filter((one) => !own.includes(one))
    for (const draw of drawsBefore.filter((id) => !this.drawsEntered().includes(id))) this.moveEntrants(draw, -1)
  }

  // ---- what an event counts for

  protected override extraOf(event: EventCommand, subject: string, amount: number) {
    this.mark(event.event_id, "totals", `${subject} extra_coins`, amount)
  }

  protected override count(event: EventCommand) {
    if (this.around.isOnTestClock === true) return
    for (const board of this.shared.leaderboards ?? [])
      this.countMetric(event, board.metric, this.boardKey(event, board))
    for (const { ends_at, metric, season_id, starts_at } of this.shared.seasons ?? []) {
      const isPlayed = event.occurred_at >= starts_at && event.occurred_at < ends_at
      if (isPlayed) this.countMetric(event, metric, `${season_id} season`)
    }
    for (const quest of this.shared.quests ?? []) this.countForQuest(event, quest)
    this.countForCauses(event)
    this.countTickets(event)
  }

  private boardKey({ occurred_at }: EventCommand, { period, subject_id }: LeaderboardTerms): string {
    const date = dateIn(this.around.tenant_timezone, occurred_at)
    const name = {
      daily: () => date,
      weekly: () => weekName(periodStart("weekly", date)),
      monthly: () => date.slice(0, 7),
      all_time: () => "total"
    }
    return `${subject_id} ${name[period]()}`
  }

  private countMetric(event: EventCommand, { key, type }: Metric, score: string) {
    const name = key ?? ""
    const asked = { type, key, operator: "gte", value: 0, window_days: null } as const
    const worth = {
      coins_earned: () => this.gained,
      token_earned: () => this.tokenGains.get(name) ?? 0,
      event_count: () => (event.type === name ? 1 : 0),
      skill_level: () => Number(this.standing({ ...asked, type: "skill_level" })),
      streak_current: () => Number(this.standing({ ...asked, type: "streak_current" }, { asOf: event.occurred_at }))
    }[type]()
    const fold = { skill_level: "newest", streak_current: "highest" } as const
    // A level may fall to nothing, and is nothing then.
    if (worth > 0 || type === "skill_level")
      this.mark(event.event_id, "scores", score, worth, type in fold ? fold[type as never] : "sum")
  }

  protected fits(filters: ReadonlyArray<Filter>, match: "all" | "any", { properties }: EventCommand): boolean {
    const verdicts = filters.map((filter) => passes(filter, properties))
    return verdicts.length === 0 || (match === "any" ? verdicts.includes(true) : !verdicts.includes(false))
  }

  protected isMine(audience: string | null): boolean {
    return audience === null || audience === this.around.audience
  }

  // ---- group quests

  private isStranger({ audience, team_id }: QuestTerms): boolean {
    return !this.isMine(audience) || team_id !== null
  }

  private placesLeft({ max_participants, quest_id }: QuestTerms): boolean {
    return max_participants === null || (this.budgets.get(`${quest_id} places`) ?? 0) < max_participants
  }

  private step({ max_participants, quest_id }: QuestTerms, way: 1 | -1) {
    this.parts.set(quest_id, way === 1)
    this.mark(null, "totals", `${quest_id} participants`, way)
    if (max_participants !== null) this.drawOn(`${quest_id} places`, way)
    this.tell(way === 1 ? "group_quest.joined" : "group_quest.left")
  }

  protected drawOn(key: string, amount: number) {
    this.budgets.set(key, (this.budgets.get(key) ?? 0) + amount)
  }

  private countForQuest(event: EventCommand, quest: QuestTerms) {
    const { cap, ends_at, event_type, filters, match, metric, participants, quest_id, starts_at } = quest
    const isOn = event.occurred_at >= starts_at && event.occurred_at < (ends_at ?? Infinity)
    if (event.type !== event_type || !isOn || this.isStranger(quest) || !this.fits(filters, match, event)) return
    const said = metric === "count" ? 1 : property(event.properties, quest.property ?? "")
    const brought = typeof said === "number" ? Math.floor(said) : 0
    if (!(brought > 0)) return
    if (!this.parts.has(quest_id) && participants === "all" && this.placesLeft(quest)) this.step(quest, 1)
    if (this.parts.get(quest_id) !== true) return
    const amount = Math.min(brought, (cap ?? 1e12) - this.sum("scores", `${quest_id} all`))
    this.mark(event.event_id, "scores", `${quest_id} all`, amount)
    this.mark(event.event_id, "totals", `${quest_id} all`, amount)
  }

  protected joinQuest({ quest_id }: Of<"JoinQuest">): string {
    if (this.around.isOnTestClock === true) return "test_clock_user"
    const quest = this.shared.quests?.find((one) => one.quest_id === quest_id)
    if (quest === undefined) return "unknown_quest"
    if (this.parts.get(quest_id) === true) return "unchanged"
    if (this.now >= (quest.ends_at ?? Infinity) || this.isStranger(quest)) return "quest_not_joinable"
    if (!this.placesLeft(quest)) return "quest_full"
    this.step(quest, 1)
    return "unchanged"
  }

  protected leaveQuest({ quest_id }: Of<"LeaveQuest">): string {
    if (this.around.isOnTestClock === true) return "test_clock_user"
    const quest = this.shared.quests?.find((one) => one.quest_id === quest_id)
    if (quest === undefined) return "unknown_quest"
    if (this.parts.get(quest_id) === true) this.step(quest, -1)
    return "unchanged"
  }

  // ---- causes

  private countForCauses(event: EventCommand) {
    const day = dateIn(this.around.tenant_timezone, event.occurred_at)
    for (const cause of this.shared.causes ?? []) {
      const { audience, cause_id, event_type, filters, match, metric, units_per_event } = cause
      if (event_type !== event.type || !this.isMine(audience) || !this.fits(filters, match, event)) continue
      const said = metric === "count" ? 1 : property(event.properties, cause.property ?? "")
      if (typeof said !== "number" || said <= 0) continue
      const exact = timesMillionths(said, Math.round(units_per_event * 1e6))
      // However small the unit, no event brings more than a million of them, nor does a number beyond that count.
      const amount = metric === "sum" && said >= 1e12 ? 1e12 : Math.min(1e12, Number(exact))
      if (amount === 0) continue
      this.mark(event.event_id, "scores", `${cause_id} all`, amount)
      for (const bucket of ["all", day]) this.mark(event.event_id, "totals", `${cause_id} ${bucket}`, amount)
    }
  }

  // ---- tickets

  private drawsEntered(): string[] {
    return [...this.counted("tickets")].flatMap(([id, tickets]) => (tickets > 0 ? [id] : []))
  }

  private moveEntrants(draw: string, way: 1 | -1) {
    this.mark(null, "totals", `${draw} participants`, way)
    this.drawOn(`${draw} entrants`, way)
  }

  private isRoomIn({ draw_id }: OpenDraw): boolean {
    return this.sum("tickets", draw_id) > 0 || (this.budgets.get(`${draw_id} entrants`) ?? 0) < 500_000
  }

  private addTickets(event: string | null, { draw_id }: OpenDraw, tickets: number) {
    if (this.sum("tickets", draw_id) === 0) this.moveEntrants(draw_id, 1)
    this.mark(event, "tickets", draw_id, tickets)
    this.mark(event, "totals", `${draw_id} entries`, tickets)
  }

  private countTickets(event: EventCommand) {
    for (const { draw } of this.shared.lotteries ?? []) {
      if (draw?.entry.mode !== "event" || draw.entry.event_type !== event.type) continue
      const { filters, max_entries_per_buddy } = draw.entry
      if (!this.fits(filters, "all", event) || !this.isMine(draw.audience) || !this.met(draw.eligibility)) continue
      const isFull = this.sum("tickets", draw.draw_id) >= max_entries_per_buddy
      if (!isFull && this.isRoomIn(draw)) this.addTickets(event.event_id, draw, 1)
    }
  }

  /** Of two views of a lottery the later one is true. */
  protected enter({ lottery, tickets }: Of<"EnterLottery">): string | null {
    const views = [lottery, ...(this.shared.lotteries ?? []).filter((one) => one.lottery_id === lottery.lottery_id)]
    const { draw } = views.toSorted((a, b) => b.revision - a.revision)[0]!
    if (draw === null) return "lottery_not_open"
    if (this.around.isOnTestClock === true) return "test_clock_user"
    const { entry } = draw
    if (entry.mode === "event") return "entry_automatic"
    if (!this.isMine(draw.audience) || !this.met(draw.eligibility)) return "entry_requirements_not_met"
    if (this.sum("tickets", draw.draw_id) + tickets > entry.max_entries_per_buddy) return "entry_limit_reached"
    if (!this.isRoomIn(draw)) return "campaign_limit"
    const price = entry.amount * tickets
    const refusal = entry.mode === "token_cost" ? this.spendToken(entry.token_key, price) : this.spendCoins(price)
    if (refusal === null) this.addTickets(null, draw, tickets)
    return refusal
  }

  // ---- rewards decided outside

  /** Where nothing of it could be paid, nobody looks at badges. */
  protected granted({ outbound, reward }: Of<"GrantReward">): string | null {
    const standing = () => JSON.stringify([this.announced, [...this.points]])
    const before = standing()
    this.reward(reward, "")
    const isPaid = standing() !== before
    if (outbound !== null) this.tell(outbound.event)
    return isPaid ? null : "unchanged"
  }

  protected markOpening(box: string, bucket: string) {
    this.mark(null, "totals", `${box} ${bucket}`, 1)
  }
}
