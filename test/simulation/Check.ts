/** What must be true at the end of a seed, whatever happened in between. */
import { genesisHash, type LedgerHead, ledgerHash } from "../../src/buddy/journal/Ledger.ts"
import { headDigest, vouchedHeads } from "../../src/buddy/journal/LedgerHead.ts"
import { traceFromStored } from "../../src/buddy/journal/StoredTrace.ts"
import type { BuddyState } from "../../src/engine/core/State.ts"
import { fixedKey } from "../kit/service/FixedKeyRing.ts"
import { type Answer, nameOf, type Operation } from "./Clients.ts"
import { checkCampaigns } from "./CampaignCheck.ts"
import type { Road } from "./Faults.ts"
import type { FormerOwners } from "./FormerOwners.ts"
import { type Entry, historyOf, Recount } from "./Recount.ts"
import type { Buddy, Scenario } from "./Scenario.ts"
import type { CommandRow, EventRow, Tables } from "./Tables.ts"

/** Sum, running balance, gapless numbers and the chain of hashes, per unit; balances as the buddy has them. */
const books = ({ buddy_id, customer_id }: Buddy, tables: Tables): ReadonlyArray<string> => {
  const found: Array<string> = []
  const own = `${customer_id}/${buddy_id}`
  const balances = new Map<string, number>()
  for (const [key, entries] of tables.ledger) {
    if (!key.startsWith(`${own}/`)) continue
    const unit = key.slice(own.length + 1)
    let head = { seq: 0, balance: 0, hash: genesisHash }
    for (const { hash, prev_hash, ...row } of [...entries.values()].toSorted((left, right) => left.seq - right.seq)) {
      const balance = head.balance + row.amount
      const isWhole = row.seq === head.seq + 1 && row.balance_after === balance && prev_hash === head.hash
      if (!isWhole || ledgerHash(prev_hash, row) !== hash) found.push(`the ledger of ${unit} breaks at ${row.seq}`)
      head = { seq: row.seq, balance, hash }
    }
    balances.set(unit, head.balance)
  }
  const state = JSON.parse(tables.states.get(own)!.state) as BuddyState
  const held = [
    ["coin", state.coins] as const,
    ...Object.entries(state.tokens).map(([key, one]) => [`token:${key}`, one] as const)
  ]
  for (const [unit, { balance }] of held)
    if (balance !== (balances.get(unit) ?? 0))
      found.push(`${unit} is ${balance}, its ledger says ${balances.get(unit)}`)
  return found
}

/** The head that is signed is where every chain ends. */
const vouched = ({ buddy_id, customer_id }: Buddy, tables: Tables): ReadonlyArray<string> => {
  const own = `${customer_id}/${buddy_id}`
  const stored: unknown = JSON.parse(tables.states.get(own)!.ledger_head ?? "null")
  const ends = new Map<string, LedgerHead>()
  for (const [key, entries] of tables.ledger) {
    const last = key.startsWith(`${own}/`) ? entries.get(Math.max(...entries.keys())) : undefined
    if (last !== undefined) ends.set(last.unit, { seq: last.seq, hash: last.hash })
  }
  const signed = vouchedHeads(stored, { customer_id, buddy_id }, [fixedKey("ledger_head")]) ?? new Map()
  return headDigest(signed) === headDigest(ends) ? [] : ["the signed head is not where the ledger ends"]
}

/** Every row of the ledger that no event brought stands in one change, and changes name no others. */
const explained = ({ buddy_id, customer_id }: Buddy, tables: Tables): ReadonlyArray<string> => {
  const own = `${customer_id}/${buddy_id}/`
  const booked = [...tables.ledger].flatMap(([key, entries]) =>
    key.startsWith(own) ? [...entries.values()].filter(({ reference_type }) => reference_type === "command") : []
  )
  const changes = [...tables.changes].flatMap(([key, change]) => (key.startsWith(own) ? [change] : []))
  const sorted = (ids: ReadonlyArray<string>) => JSON.stringify(ids.toSorted())
  const ids = sorted(booked.map(({ ledger_id }) => ledger_id))
  const found: Array<string> = []
  if (ids !== sorted(changes.flatMap(({ ledger_ids }) => ledger_ids))) found.push("a manual change has no record")
  if (ids !== sorted(changes.flatMap(({ trace }) => traceFromStored(trace).flatMap(({ ledger_ids }) => ledger_ids))))
    found.push("the trace of a manual change does not say what it booked")
  return found
}

/** Versions count the commits; and who was answered before another asked stands before it. */
const order = (
  { buddy_id, customer_id }: Buddy,
  history: ReadonlyArray<Entry>,
  operations: ReadonlyMap<string, Operation>,
  tables: Tables
): ReadonlyArray<string> => {
  const found: Array<string> = []
  const { version } = tables.states.get(`${customer_id}/${buddy_id}`)!
  const commits = new Set(history.map(({ commit }) => commit)).size
  if (version !== 1 + commits) found.push(`version ${version} after ${commits} commits`)
  let latest: Operation | undefined
  for (const { id } of history) {
    const operation = operations.get(id)
    if (operation === undefined) continue
    if (latest !== undefined && (operation.acknowledged_at ?? Infinity) < latest.asked_at)
      found.push(`${nameOf(operation)} was answered before ${nameOf(latest)} was asked, but comes after it`)
    if (latest === undefined || operation.asked_at > latest.asked_at) latest = operation
  }
  return found
}

/** Whoever takes an event back is told what was taken, and no more. */
const isUndo = ({ variants }: Operation): boolean => variants[0]!.request.command._tag === "Undo"

const factsOf = ({ reply }: Answer): string =>
  JSON.stringify([reply.reply, reply.effects, reply.config_version_id, reply.trace])

const storedFacts = (row: EventRow | CommandRow): string =>
  JSON.stringify(
    "event_id" in row
      ? [{ _tag: "Event" }, row.effects, row.config_version_id, traceFromStored(row.trace)]
      : [row.reply.reply, row.reply.effects, row.reply.config_version_id, traceFromStored(row.trace)]
  )

/** Whoever was told yes finds it once and as told, whoever was told no not at all, and everybody was told something. */
const answers = (operation: Operation, tables: Tables, former: FormerOwners): ReadonlyArray<string> => {
  const { calls, customer_id, id, kind, outcome, variants } = operation
  // What nobody has received there is nothing to take from, and nothing to write down.
  const answers = operation.answers.filter(({ buddy_id }) => !isUndo(operation) || buddy_id !== null)
  const name = nameOf(operation)
  const rows: ReadonlyArray<EventRow | CommandRow> =
    kind === "event"
      ? tables.events.filter((row) => row.customer_id === customer_id && row.event_id === id)
      : tables.commands.filter((row) => row.customer_id === customer_id && row.command_id === id)
  const found: Array<string> = []
  if (rows.length > 1) found.push(`${name} was executed ${rows.length} times`)
  const [row] = rows
  if (answers.length > 0 && row === undefined) found.push(`${name} was acknowledged and is not there`)
  const isCertain = calls.every(({ state }) => state === "refused") && !former.carriedOut(customer_id, id)
  if (isCertain && row !== undefined) found.push(`${name} was refused each time and is there`)
  if (outcome === "open") found.push(`${name} has no answer`)
  if (row === undefined) return found
  const facts = storedFacts(row)
  const firsts = answers.filter(({ reply }) => !reply.duplicate)
  if (firsts.length > 1) found.push(`${name} was new ${firsts.length} times`)
  for (const { buddy_id, reply } of firsts)
    if (kind === "event" && (buddy_id !== row.buddy_id || reply.payload_mismatch))
      found.push(`${name} went to ${row.buddy_id}, the answer says ${buddy_id}`)
  for (const answer of answers) {
    const isAsStored =
      isUndo(operation) && "command_id" in row
        ? JSON.stringify(answer.reply.reply) === JSON.stringify(row.reply.reply)
        : factsOf(answer) === facts
    if (!isAsStored) found.push(`${name} was answered otherwise than stored`)
  }
  if ("event_id" in row) {
    if (!variants.some(({ request }) => request.event?.payload_hash === row.payload_hash))
      found.push(`${name} was never sent with ${row.payload_hash}`)
    for (const { reply, variant } of answers)
      if (reply.payload_mismatch !== (variant.request.event?.payload_hash !== row.payload_hash))
        found.push(`${name} was answered for the wrong body`)
  }
  return found
}

/** What many buddies share: usage counters and budgets of a tenant. */
const shared = (customer_id: string, tables: Tables, scenario: Scenario): ReadonlyArray<string> => {
  const found: Array<string> = []
  const events = tables.events.filter((row) => row.customer_id === customer_id).length
  const used = [...tables.usage]
    .filter(([key]) => key.startsWith(`${customer_id}/`))
    .reduce((sum, [, row]) => sum + row.used, 0)
  if (used !== events) found.push(`${events} events are stored and ${used} counted`)
  const spent = new Map<string, number>()
  for (const [key, { max_coins, used }] of tables.budgets) {
    if (!key.startsWith(`${customer_id}/`)) continue
    const rule_id = key.split("/")[1]!
    if (scenario.campaigns.subjects.some(({ subject_id }) => subject_id === rule_id)) continue
    spent.set(rule_id, (spent.get(rule_id) ?? 0) + used)
    if (used > max_coins) found.push(`${key} spent ${used} of ${max_coins}`)
  }
  const entries = [...tables.ledger].flatMap(([key, chain]) =>
    key.startsWith(`${customer_id}/`) ? [...chain.values()] : []
  )
  const reversed = new Set(
    [...tables.history.values()]
      .filter((row) => row.customer_id === customer_id && row.kind === "reversal")
      .map(({ buddy_id, key }) => `${buddy_id}/${key}`)
  )
  for (const [rule_id, used] of spent) {
    // What an event taken back had cost is free again, whether or not its coins were still there.
    const isGone = ({ buddy_id, reference_id }: (typeof entries)[number]) => reversed.has(`${buddy_id}/${reference_id}`)
    const paid = entries
      .filter((row) => row.rule_id === rule_id && !isGone(row))
      .reduce((sum, { amount }) => sum + amount, 0)
    if (paid !== used) found.push(`rule ${rule_id} paid ${paid} coins and its budgets say ${used}`)
  }
  return found
}

/** Which way the events went. */
const roadsOf = (
  customer_id: string,
  operations: ReadonlyMap<string, Operation>,
  tables: Tables,
  scenario: Scenario
): ReadonlyArray<Road> =>
  tables.events.flatMap((row): ReadonlyArray<Road> => {
    if (row.customer_id !== customer_id) return []
    if (row.buddy_id === null) return ["nobody receives the event"]
    const first = scenario.buddies.find((buddy) => buddy.customer_id === customer_id && buddy.user_id === row.user_id)
    const isNamed = operations.get(row.event_id)?.variants.some(({ buddy_id }) => buddy_id === row.buddy_id)
    return row.buddy_id === first?.buddy_id || isNamed === true ? [] : ["another buddy receives the event"]
  })

export const check = (
  tables: Tables,
  operations: ReadonlyArray<Operation>,
  scenario: Scenario,
  { former, took }: { readonly former: FormerOwners; readonly took: (road: Road) => void }
): ReadonlyArray<string> => {
  const found = operations.flatMap((operation) => [...answers(operation, tables, former)])
  for (const customer_id of scenario.tenants.keys()) {
    const own = new Map(operations.filter((one) => one.customer_id === customer_id).map((one) => [one.id, one]))
    roadsOf(customer_id, own, tables, scenario).forEach(took)
    for (const buddy of scenario.buddies.filter((one) => one.customer_id === customer_id)) {
      const history = historyOf(tables, customer_id, buddy.buddy_id)
      const recount = new Recount(buddy, scenario).replay(history, own)
      const problems = [
        ...books(buddy, tables),
        ...vouched(buddy, tables),
        ...explained(buddy, tables),
        ...order(buddy, history, own, tables),
        ...recount.compare(tables)
      ]
      found.push(...problems.map((problem) => `${buddy.buddy_id.slice(-4)} of ${customer_id.slice(-1)}: ${problem}`))
    }
    found.push(...shared(customer_id, tables, scenario).map((problem) => `tenant ${customer_id.slice(-1)}: ${problem}`))
  }
  found.push(...checkCampaigns(scenario.campaigns, tables))
  return found
}
