/** What a reversal reads of the tables before it is decided, as Postgres would answer it. */
import type { EventRow, Tables } from "./Tables.ts"

type Params = ReadonlyArray<unknown>

const day_ms = 86_400_000

const columnsOf = (row: EventRow, tables: Tables) => ({
  ...row,
  occurred_at: new Date(row.occurred_at),
  received_at: new Date(row.received_at),
  sequence: BigInt(tables.events.indexOf(row) + 1)
})

/** The first of the ids that there is, in their order. */
export const eventOf = (tables: Tables, [customer_id, event_ids]: Params) => {
  const [row] = (event_ids as ReadonlyArray<string>).flatMap((event_id) =>
    tables.events.filter((one) => one.customer_id === customer_id && one.event_id === event_id)
  )
  return row === undefined ? [] : [structuredClone(columnsOf(row, tables))]
}

export const standingOf = (tables: Tables, [customer_id, buddy_id]: Params) => {
  const row = tables.buddy(`${String(customer_id)}/${String(buddy_id)}`)
  if (row === undefined) return []
  const { audience, config_version_id, state, status, user_id } = row
  return [{ buddy_id, user_id, audience, status, config_version_id, state: JSON.parse(state) as unknown }]
}

const isPartOf = (key: string, ...parts: ReadonlyArray<unknown>) => key.startsWith(`${parts.join("/")}/`)

export const entriesOf = (tables: Tables, [customer_id, buddy_id, event_id]: Params) => {
  const all = [...tables.ledger]
    .filter(([key]) => isPartOf(key, customer_id, buddy_id))
    .flatMap(([, entries]) => [...entries.values()])
  const restarts = [...tables.history.values()].filter(
    (row) => row.customer_id === customer_id && row.buddy_id === buddy_id && row.kind === "prestige"
  )
  const settlements = all.filter(
    ({ created_at, reason }) => reason === "prestige" && restarts.some((one) => one.created_at === created_at)
  )
  return all
    .filter(
      ({ reason, reference_id, reference_type }) =>
        reference_type === "event" && reference_id === event_id && !["prestige", "debt_repayment"].includes(reason)
    )
    .toSorted((left, right) => Date.parse(left.created_at) - Date.parse(right.created_at) || left.seq - right.seq)
    .map(({ amount, ledger_id, rule_id, seq, unit }) => ({
      ledger_id,
      unit,
      amount: BigInt(amount),
      rule_id,
      given_up: settlements.some((one) => one.unit === unit && one.seq > seq)
    }))
}

export const prestigeOf = (tables: Tables, [customer_id, buddy_id]: Params) =>
  [...tables.history.values()]
    .filter((row) => row.customer_id === customer_id && row.buddy_id === buddy_id && row.kind === "prestige")
    .map(({ body, created_at }) => ({
      created_at: new Date(created_at),
      keeps: (body as { readonly keeps?: ReadonlyArray<string> }).keeps ?? null
    }))
    .toSorted((left, right) => right.created_at.getTime() - left.created_at.getTime())

export const reversalOf = (tables: Tables, [customer_id, event_id]: Params) =>
  [...tables.history.values()]
    .filter((row) => row.customer_id === customer_id && row.kind === "reversal" && row.key === event_id)
    .map(({ body, buddy_id }) => {
      const change = [...tables.changes.values()].find(
        (row) =>
          row.customer_id === customer_id &&
          row.buddy_id === buddy_id &&
          row.kind === "reverse_event" &&
          row.input["event_id"] === event_id
      )
      return structuredClone({ body, ledger_ids: change?.reply["ledger_ids"] ?? null })
    })

/** In the order of the parameters of the statement. */
export const othersOf = (tables: Tables, params: Params) => {
  const [customer_id, user_id, buddy_id, event_id, types, since, lateness, restart] = params as [
    string,
    string,
    string,
    string,
    ReadonlyArray<string>,
    Date,
    string,
    Date
  ]
  const reversed = new Set(
    [...tables.history.values()]
      .filter((row) => row.customer_id === customer_id && row.kind === "reversal")
      .map(({ key }) => key)
  )
  return tables.events
    .filter((row) => {
      const [occurred, received] = [Date.parse(row.occurred_at), Date.parse(row.received_at)]
      const isOwn = row.customer_id === customer_id && row.user_id === user_id && row.buddy_id === buddy_id
      const isAsked = row.event_id !== event_id && types.includes(row.type) && !reversed.has(row.event_id)
      const isInTime = occurred >= since.getTime() && occurred >= received - Number.parseInt(lateness, 10) * day_ms
      return isOwn && isAsked && isInTime && received > restart.getTime()
    })
    .map((row) => structuredClone(columnsOf(row, tables)))
}
