/**
 * What runs for everybody of a tenant and how it ends: a season, a quest and a draw are closed while buddies count for
 * them, and those who win are paid by whoever lives. Closing is one transaction, as production has it; what is promised
 * of it is held against the tables at the end.
 */
import { drawOf, entriesText } from "../../src/platform/campaigns/HatcheryDraw.ts"
import type { GrantRewardCommand } from "../../src/engine/core/Command.ts"
import type { LiveLottery } from "../../src/wire/campaigns/Lottery.ts"
import type { SeasonTerms } from "../../src/wire/campaigns/League.ts"
import type { QuestTerms } from "../../src/wire/campaigns/Quests.ts"
import { eventTypes } from "../kit/generators/words.ts"
import type { Row } from "./Parts.ts"
import { PgError, type Tables } from "./Tables.ts"

const kinds = ["seasons", "quests", "lotteries"] as const
type Kind = (typeof kinds)[number]

/** What is left of a subject at a moment. */
interface Photograph {
  /** number of the last transaction before it */
  readonly commit: number
  readonly rows: string
  /** buddies that were archived by then */
  readonly archived: ReadonlySet<string>
  /** buddies with what each is granted for */
  readonly winners: ReadonlyArray<{ readonly buddy_id: string; readonly grant_key: string }>
}

export interface Subject {
  readonly kind: Kind
  readonly customer_id: string
  readonly subject_id: string
  closed: Photograph | undefined
}

const places = 2
const tables = { fences: "campaign_subjects", scores: "campaign_scores", tickets: "lottery_entries" } as const
const members = "group_quest_members"
const sums = "campaign_totals"

const [counted] = eventTypes

const seasonOf = (season_id: string): SeasonTerms => ({
  season_id,
  starts_at: 0,
  ends_at: 8.64e15,
  metric: { type: "event_count", key: counted }
})

const questOf = (quest_id: string): QuestTerms => ({
  quest_id,
  quest_key: "together",
  audience: null,
  team_id: null,
  starts_at: 0,
  ends_at: null,
  participants: "all",
  max_participants: null,
  event_type: counted,
  match: "all",
  filters: [],
  metric: "count",
  property: null,
  cap: 5,
  participant_count: 0
})

const lotteryOf = (draw_id: string): LiveLottery => ({
  lottery_id: draw_id,
  lottery_key: "raffle",
  revision: 1,
  status: "active",
  draw: {
    draw_id,
    draw_at: new Date(8.64e15).toISOString(),
    commit_hash: "hash",
    entry: { mode: "event", event_type: counted, filters: [], max_entries_per_buddy: 4 },
    audience: null,
    eligibility: { match: "all", conditions: [] },
    prizes: []
  }
})

const termsOf = { seasons: seasonOf, quests: questOf, lotteries: lotteryOf }

const keyOf = ({ customer_id, subject_id }: Pick<Subject, "customer_id" | "subject_id">) =>
  `${customer_id}/${subject_id}`

/** The functions the journal calls, over the rows of a part. */
export const called: Readonly<Record<string, (rows: ReadonlyArray<Row>, into: Tables, isFenced: boolean) => void>> = {
  campaign_fence: (rows, into, isFenced) => {
    const open = into.of<{ readonly is_open: boolean }>(tables.fences)
    const isOpen = (row: Row) => open.get(`${row.customer_id}/${String(row["subject_id"])}`)?.is_open === true
    if (isFenced && !rows.every(isOpen)) throw new PgError("HA004")
  },
  campaign_fold_scores: (rows, into) => {
    for (const row of rows) addTo(into, tables.scores, ["subject_id", "period_key", "buddy_id"], row, "amount")
  },
  lottery_count_tickets: (rows, into) => {
    for (const row of rows) addTo(into, tables.tickets, ["draw_id", "entry_id"], row, "tickets")
  },
  group_quest_move: (rows, into) => {
    for (const row of rows) into.put(into.of<Row>(members), keyIn(row, ["quest_id", "buddy_id"]), row)
  }
}

const keyIn = (row: Row, key: ReadonlyArray<string>) => [row.customer_id, ...key.map((name) => row[name])].join("/")

/** Everything that runs here adds up. */
const addTo = (into: Tables, table: string, key: ReadonlyArray<string>, row: Row, amount: string): void => {
  const rows = into.of<Row>(table)
  const own = keyIn(row, key)
  into.put(rows, own, { ...row, [amount]: Number(rows.get(own)?.[amount] ?? 0) + Number(row[amount]) })
}

export class Campaigns {
  readonly subjects: ReadonlyArray<Subject>
  private readonly tables: Tables

  constructor(customers: ReadonlyArray<string>, into: Tables, uuid: (index: number) => string) {
    this.tables = into
    this.subjects = customers.flatMap((customer_id, tenant) =>
      kinds.map((kind, index) => {
        const subject_id = uuid(tenant * kinds.length + index)
        into.of(tables.fences).set(`${customer_id}/${subject_id}`, { is_open: true })
        return { kind, customer_id, subject_id, closed: undefined }
      })
    )
  }

  /** As the facts of a tenant are read. */
  live(customer_id: string) {
    return this.subjects
      .filter((subject) => subject.customer_id === customer_id && subject.closed === undefined)
      .map(({ kind, subject_id }) => ({
        kind,
        terms: JSON.parse(JSON.stringify(termsOf[kind](subject_id))) as unknown
      }))
  }

  /** Who is paid for what stands in the tables now; false: it was closed before. */
  close(subject: Subject, commit: number): boolean {
    if (subject.closed !== undefined) return false
    this.tables.of(tables.fences).set(keyOf(subject), { is_open: false })
    const [archived, winners] = [this.archivedOf(subject), this.winnersOf(subject)]
    subject.closed = { commit, rows: JSON.stringify(this.rowsOf(subject)), archived, winners }
    return true
  }

  archivedOf({ customer_id }: Subject): ReadonlySet<string> {
    const own = [...this.tables.identities.values()].filter((row) => row.customer_id === customer_id)
    return new Set(own.flatMap(({ buddy_id, status }) => (status === "archived" ? [buddy_id] : [])))
  }

  rowsOf({ customer_id, subject_id }: Subject) {
    const of = (table: string, name: string) =>
      [...this.tables.of<Row>(table).values()].filter(
        (row) => row.customer_id === customer_id && row[name] === subject_id
      )
    return {
      scores: of(tables.scores, "subject_id"),
      tickets: of(tables.tickets, "draw_id"),
      members: of(members, "quest_id").filter(({ left_at }) => left_at === null),
      totals: of(sums, "subject_id")
    }
  }

  private winnersOf(subject: Subject): Photograph["winners"] {
    const { scores, tickets } = this.rowsOf(subject)
    if (subject.kind !== "lotteries")
      return scores
        .filter(({ amount }) => Number(amount) > 0)
        .map(({ buddy_id }) => ({ buddy_id: String(buddy_id), grant_key: "prize" }))
    const lines = tickets
      .filter((row) => Number(row["tickets"]) > 0)
      .map((row) => ({ entry_id: String(row["entry_id"]), tickets: Number(row["tickets"]) }))
    const { winners } = drawOf(entriesText(lines), { seed: "seed", draw_id: subject.subject_id, places })
    return winners.map(({ entry_id }, place) => ({
      buddy_id: String(tickets.find((row) => row["entry_id"] === entry_id)!["buddy_id"]),
      grant_key: `place:${place}`
    }))
  }
}

/** What a winner is sent. */
export const prizeOf = ({ kind, subject_id }: Subject, grant_key: string): GrantRewardCommand => ({
  _tag: "GrantReward",
  source: ({ seasons: "league", quests: "quest", lotteries: "lottery" } as const)[kind],
  campaign_id: subject_id,
  grant_key,
  reward: { coins: 7, tokens: [], badges: [], skills: [], items: [], streak_freezes: 0 },
  is_refund: false,
  body: null,
  outbound: null
})
