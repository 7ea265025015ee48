/**
 * Durability: the changes of many buddies in one statement, one per process. A flush takes whoever waits at that
 * moment, asks each for its change set (so commands are decided as late as possible and busy buddies bring many at
 * once) and calls journal_commit, which is optimistic and all or nothing. What fails there runs again through
 * journal_commit_each, where every change set gets its own outcome. Nobody is answered before the flush that carries
 * his change has returned.
 */
import { Context, Duration, Effect, type Exit, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { DatabaseUrl } from "../platform/DatabaseUrl.ts"
import { Outbox } from "../platform/Outbox.ts"
import { databaseFault, postgresClient } from "../platform/Sql.ts"
import { type ChangeSet, type Section, sections } from "./ChangeSet.ts"
import { Fifo } from "./Fifo.ts"
import type { StoredAnswer } from "./Store.ts"

/** One on its way to the disk while the next is put together; a third only makes the batches smaller. */
const lanes_max = 2
/**
 * Beyond this the round trip is paid for many times over, and the first caller of the batch would wait for the last.
 */
const change_sets_max = 96
/** Bounds the time of one statement when buddies bring whole mailboxes (UTF-16 units). */
const flush_length_max = 2_000_000
/** Half-open connections answer nothing at all; longer than the server's own statement_timeout of 15 s. */
const flush_timeout = Duration.seconds(18)
/** How long a closing process lets flushes finish. */
const drain_timeout = Duration.seconds(10)
/** Usage rows per tenant and month: commits of different lanes and runners meet on the same row only by chance. */
const usage_slots = 16

export type Outcome =
  | { readonly _tag: "Committed" }
  /** some of its events or commands were executed before; nothing of the change set was written */
  | { readonly _tag: "Duplicate"; readonly stored: ReadonlyArray<StoredAnswer> }
  /** decided on a state that is not the newest */
  | { readonly _tag: "Stale" }
  /** a tenant-wide budget does not cover it */
  | { readonly _tag: "OverBudget" }
  /** lost a lock to somebody else; as good as never tried */
  | { readonly _tag: "Contended" }
  /** cannot be stored, ever */
  | { readonly _tag: "Refused"; readonly code: string | undefined; readonly message: string }
  /** the connection died, or the server is not able to work: written or not written */
  | { readonly _tag: "Unknown"; readonly reason: string }

/**
 * Somebody with something to commit. Both functions are called by the journal, never concurrently, and must not throw.
 */
export interface Writer {
  /** undefined: nothing to commit after all */
  readonly prepare: () => ChangeSet | undefined
  readonly conclude: (outcome: Outcome) => void
}

interface Item {
  readonly writer: Writer
  readonly change: ChangeSet
}

export class Journal extends Context.Service<
  Journal,
  {
    /** Synchronous. The writer is asked for its change set at the next flush. */
    enqueue(writer: Writer): void
    /** statements sent since the start; a gauge for metrics and tests */
    statements(): number
  }
>()("hatchery/buddy/Journal") {
  /** With a pool of its own, next to the one of the requests: a slow report may not delay a commit. */
  static readonly layer = Layer.unwrap(
    Effect.map(DatabaseUrl, (url) =>
      Layer.effect(
        Journal,
        Effect.suspend(() => make)
      ).pipe(Layer.provide(postgresClient({ url, maxConnections: lanes_max, applicationName: "hatchery-journal" })))
    )
  )
}

const committed: Outcome = { _tag: "Committed" }
/** The sections, then the usage. */
const jsonParameters = [...sections, "usage"].map((_, index) => `$${index + 2}::json`)
const commitText = `SELECT journal_commit($1::int, ${jsonParameters.join(", ")})`
const eachText = "SELECT * FROM journal_commit_each($1::json)"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const outbox = yield* Outbox
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const queue = new Fifo<Writer>()
  const freeSlots = [(process.pid * lanes_max) % usage_slots, (process.pid * lanes_max + 1) % usage_slots]
  let scheduled = false
  let statements = 0
  let onFlushed: () => void = () => {}

  const run = (text: string, parameters: ReadonlyArray<unknown>) => {
    statements++
    return Effect.timeout(sql.unsafe(text, parameters), flush_timeout)
  }

  const flush = (items: ReadonlyArray<Item>, slot: number) =>
    run(commitText, commitParameters(items, slot)).pipe(
      Effect.as<ReadonlyArray<Outcome>>(items.map(() => committed)),
      Effect.catch((error) => {
        const lost = lostOutcome(error)
        return lost === undefined ? each(items, slot) : Effect.succeed(items.map(() => lost))
      })
    )

  const each = (items: ReadonlyArray<Item>, slot: number): Effect.Effect<ReadonlyArray<Outcome>> =>
    run(eachText, [`[${items.map((item) => itemText(item.change, slot)).join(",")}]`]).pipe(
      Effect.map((rows) => items.map((_, index) => outcomeOf(rows[index] as EachRow | undefined))),
      Effect.catch((error) => {
        const lost = lostOutcome(error)
        if (lost !== undefined) return Effect.succeed(items.map(() => lost))
        if (items.length === 1) return Effect.succeed([refused(error)])
        // The call itself was refused (text that is no JSON, a crash of the function): alone, only the culprit fails.
        return Effect.map(
          Effect.forEach(items, (item) => each([item], slot)),
          (outcomes) => outcomes.flat()
        )
      })
    )

  const take = (): Array<Item> => {
    const items: Array<Item> = []
    let length = 0
    while (items.length < change_sets_max && length < flush_length_max) {
      const writer = queue.take()
      if (writer === undefined) break
      const change = writer.prepare()
      if (change === undefined) continue
      items.push({ writer, change })
      length += change.length
    }
    // Two processes that both believe to own a buddy wait for each other's rows; in one order they cannot wait in a
    // circle.
    return items.sort((a, b) => (a.change.order < b.change.order ? -1 : 1))
  }

  const conclude = (items: ReadonlyArray<Item>, exit: Exit.Exit<ReadonlyArray<Outcome>>) => {
    const endpoints = new Set<string>()
    items.forEach((item, index) => {
      const outcome =
        exit._tag === "Success" ? exit.value[index]! : ({ _tag: "Unknown", reason: "the journal was stopped" } as const)
      if (outcome === committed) for (const endpoint of item.change.endpoints) endpoints.add(endpoint)
      item.writer.conclude(outcome)
    })
    if (endpoints.size > 0) outbox.wake([...endpoints])
  }

  const start = () => {
    scheduled = false
    while (freeSlots.length > 0 && queue.length > 0) {
      const items = take()
      if (items.length === 0) continue
      const slot = freeSlots.pop()!
      runFork(flush(items, slot)).addObserver((exit) => {
        freeSlots.push(slot)
        conclude(items, exit)
        schedule()
        onFlushed()
      })
    }
  }

  // Not at once: everything that arrives in this turn of the event loop travels together.
  const schedule = () => {
    if (scheduled || freeSlots.length === 0 || queue.length === 0) return
    scheduled = true
    setImmediate(start)
  }

  const isIdle = () => queue.length === 0 && freeSlots.length === lanes_max
  const whenIdle = Effect.callback<void>((resume) => {
    if (isIdle()) return resume(Effect.void)
    onFlushed = () => isIdle() && resume(Effect.void)
  })
  yield* Effect.addFinalizer(() => Effect.timeoutOption(whenIdle, drain_timeout))

  return Journal.of({
    enqueue: (writer) => {
      queue.add(writer)
      schedule()
    },
    statements: () => statements
  })
})

const parameter = (text: string) => (text === "" ? null : `[${text}]`)

const joined = (items: ReadonlyArray<Item>, section: Section): string | null => {
  let text = ""
  for (const { change } of items) {
    const part = change.text[section]
    if (part !== "") text = text === "" ? part : text + "," + part
  }
  return parameter(text)
}

const usageRow = (customer_id: string, month: string, slot: number, used: number) =>
  `{"customer_id":"${customer_id}","month":"${month}","slot":${slot},"used":${used}}`

/** One usage row per tenant and flush, however many events it brings. */
const usageText = (items: ReadonlyArray<Item>, slot: number): string => {
  const counts = new Map<string, { customer_id: string; month: string; used: number }>()
  for (const {
    change: { customer_id, month, event_ids }
  } of items) {
    if (event_ids.length === 0) continue
    const key = customer_id + month
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { customer_id, month, used: event_ids.length })
    else known.used += event_ids.length
  }
  return [...counts.values()].map((count) => usageRow(count.customer_id, count.month, slot, count.used)).join(",")
}

const commitParameters = (items: ReadonlyArray<Item>, slot: number): ReadonlyArray<unknown> => [
  items.reduce((sum, item) => sum + item.change.buddy_count, 0),
  ...sections.map((section) => joined(items, section)),
  parameter(usageText(items, slot))
]

const itemText = (change: ChangeSet, slot: number): string => {
  const { customer_id, buddy_count, event_ids, command_ids, text } = change
  const fields = [
    `"customer_id":"${customer_id}"`,
    `"buddy_count":${buddy_count}`,
    `"event_ids":${JSON.stringify(event_ids)}`,
    `"command_ids":${JSON.stringify(command_ids)}`
  ]
  for (const section of sections) if (text[section] !== "") fields.push(`"${section}":[${text[section]}]`)
  if (event_ids.length > 0) fields.push(`"usage":[${usageRow(customer_id, change.month, slot, event_ids.length)}]`)
  return `{${fields.join(",")}}`
}

/** A row of journal_commit_each. */
interface EachRow {
  readonly error_code: string | null
  readonly constraint_name: string | null
  readonly message: string | null
  readonly stored: ReadonlyArray<StoredAnswer> | null
}

const outcomeOf = (row: EachRow | undefined): Outcome => {
  if (row === undefined) return { _tag: "Unknown", reason: "the journal function answered too few rows" }
  const code = row.error_code
  if (code === null) return committed
  if (code === "HA003") return { _tag: "Stale" }
  if (code === "23514" && row.constraint_name === "rule_budgets_check") return { _tag: "OverBudget" }
  // A key that exists without a repeated id is one the actor would have known of: seq of the ledger, a payment of a
  // unique limit.
  if (code === "23505") return row.stored === null ? { _tag: "Stale" } : { _tag: "Duplicate", stored: row.stored }
  if (code === "40001" || code === "40P01" || code === "55P03") return { _tag: "Contended" }
  if (/^(53|57)/.test(code)) return { _tag: "Unknown", reason: `the database answered ${code}` }
  return { _tag: "Refused", code, message: row.message ?? "" }
}

type FlushError = SqlError.SqlError | { readonly _tag: "TimeoutError" }

/** Conflicts with others are worth a second look item by item; a server that is away, full or silent is not. */
const lostOutcome = (error: FlushError): Outcome | undefined => {
  const fault = databaseFault(error)
  if (fault === undefined) return { _tag: "Unknown", reason: "the database did not answer in time" }
  if (fault._tag !== "Transient" || (fault.sqlState !== undefined && /^(40|55P03)/.test(fault.sqlState)))
    return undefined
  return { _tag: "Unknown", reason: `the database is not available (${fault.sqlState ?? "no connection"})` }
}

const refused = (error: FlushError): Outcome => {
  const fault = databaseFault(error)
  if (fault?._tag === "Transient") return { _tag: "Contended" }
  return { _tag: "Refused", code: fault?.sqlState, message: "the change set could not be stored" }
}
