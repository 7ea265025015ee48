/** What must be true of seasons, quests and draws at the end of a seed, whoever crashed while they were closed. */
import { traceFromStored } from "../../src/buddy/journal/StoredTrace.ts"
import type { TraceRow } from "../../src/engine/core/Decision.ts"
import type { Campaigns, Subject } from "./Campaigns.ts"
import type { Row } from "./Parts.ts"
import type { Tables } from "./Tables.ts"

/** Of a trace row, whatever names the subject and the amount. */
const amountFor = (subject_id: string, { detail, outcome, type }: TraceRow) => {
  const { amount, draw_id, quest_id, subject_id: of, tickets } = detail
  const isOwn = [draw_id, quest_id, of].includes(subject_id) && outcome === "fired"
  return isOwn && ["league_season", "group_quest", "lottery"].includes(type) ? Number(amount ?? tickets) : 0
}

const total = (rows: ReadonlyArray<Row>, bucket: string) =>
  rows.filter((row) => row["bucket"] === bucket).reduce((sum, { amount }) => sum + Number(amount), 0)

/** By buddy: what its events say they counted, without those taken back in time. */
const toldOf = ({ closed, customer_id, subject_id }: Subject, tables: Tables): ReadonlyMap<string, number> => {
  const until = closed?.commit ?? Infinity
  const back = new Set(
    [...tables.history.values()]
      .filter((row) => row.customer_id === customer_id && row.kind === "reversal")
      .filter((row) => (row as unknown as { readonly commit: number }).commit <= until)
      .map(({ key }) => key)
  )
  const told = new Map<string, number>()
  for (const { buddy_id, customer_id: of, event_id, trace } of tables.events) {
    if (of !== customer_id || buddy_id === null || back.has(event_id)) continue
    const amount = traceFromStored(trace).reduce((sum, row) => sum + amountFor(subject_id, row), 0)
    if (amount !== 0) told.set(buddy_id, (told.get(buddy_id) ?? 0) + amount)
  }
  return told
}

const sums = (subject: Subject, campaigns: Campaigns, tables: Tables): ReadonlyArray<string> => {
  const { members, scores, tickets, totals } = campaigns.rowsOf(subject)
  const isDraw = subject.kind === "lotteries"
  const held = new Map(
    (isDraw ? tickets : scores)
      .map((row) => [String(row["buddy_id"]), Number(isDraw ? row["tickets"] : row["amount"])] as const)
      .filter(([, amount]) => amount !== 0)
  )
  const found: Array<string> = []
  const all = [...held.values()].reduce((sum, amount) => sum + amount, 0)
  const entries = (of: ReadonlyMap<string, number>) => JSON.stringify([...of].toSorted())
  if (entries(held) !== entries(toldOf(subject, tables))) found.push("what buddies have is not what their events say")
  if (subject.kind === "quests") {
    if (total(totals, "all") !== all) found.push(`the total is ${total(totals, "all")}, the parts make ${all}`)
    const present = total(totals, "participants")
    if (present !== members.length) found.push(`${present} take part, ${members.length} are members`)
  }
  if (isDraw) {
    // Whoever was archived before the end has them, and cannot win.
    const gone = subject.closed?.archived ?? campaigns.archivedOf(subject)
    const there = [...held].filter(([buddy_id]) => !gone.has(buddy_id))
    const due = [there.reduce((sum, [, tickets]) => sum + tickets, 0), there.length]
    const told = [total(totals, "entries"), total(totals, "participants")]
    if (told.join() !== due.join())
      found.push(`${told.join()} tickets and buddies are counted, ${due.join()} are there`)
  }
  return found
}

/** Whoever won is paid once, unless it is archived, and nobody else is. */
const prizes = ({ closed, customer_id, subject_id }: Subject, tables: Tables): ReadonlyArray<string> => {
  const nameOf = (buddy_id: unknown, grant_key: unknown) => `${String(buddy_id).slice(-4)} for ${String(grant_key)}`
  const paid = tables.commands
    .filter((row) => row.customer_id === customer_id)
    .flatMap(({ buddy_id, trace }) =>
      traceFromStored(trace).flatMap(({ detail, type }) => {
        const { campaign_id, grant_key } = detail
        return type === "grant" && campaign_id === subject_id ? [nameOf(buddy_id, grant_key)] : []
      })
    )
  const due = (closed?.winners ?? []).map(({ buddy_id, grant_key }) => nameOf(buddy_id, grant_key))
  const found = paid.flatMap((name, place) => (paid.indexOf(name) === place ? [] : [`${name} was granted twice`]))
  for (const name of paid) if (!due.includes(name)) found.push(`${name} was granted and had not won`)
  for (const { buddy_id, grant_key } of closed?.winners ?? []) {
    const isGone = tables.identities.get(`${customer_id}/${buddy_id}`)!.status === "archived"
    const name = nameOf(buddy_id, grant_key)
    if (!isGone && !paid.includes(name)) found.push(`${name} was never granted`)
  }
  const receipts = [...tables.of<Row>("campaign_receipts").values()].filter((row) => row["campaign_id"] === subject_id)
  const kept = receipts.map((row) => nameOf(row["buddy_id"], row["grant_key"]))
  if (JSON.stringify(kept.toSorted()) !== JSON.stringify([...new Set(paid)].toSorted()))
    found.push(`receipts for ${kept.join()}, grants for ${paid.join()}`)
  return found
}

export const checkCampaigns = (campaigns: Campaigns, tables: Tables): ReadonlyArray<string> =>
  campaigns.subjects.flatMap((subject) => {
    const { closed, customer_id, kind } = subject
    const found = [...sums(subject, campaigns, tables), ...prizes(subject, tables)]
    if (closed !== undefined && closed.rows !== JSON.stringify(campaigns.rowsOf(subject)))
      found.push("it was counted for behind the fence")
    return found.map((problem) => `${kind} of ${customer_id.slice(-1)}: ${problem}`)
  })
