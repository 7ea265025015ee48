/** Reads a buddy's whole ledger and says whether it is what was booked (see buddy/journal/LedgerAudit). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type AuditedRow, LedgerAudit, type Verdict } from "../../../../buddy/journal/LedgerAudit.ts"
import { LedgerSigner } from "../../../../buddy/journal/LedgerSigner.ts"
import type { BuddyRow } from "../../../../buddy/actor/Store.ts"
import type { BuddyState } from "../../../../engine/core/State.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { LedgerVerdict } from "../Api.ts"
import { entryColumns, EntryRow, tokenPrefix } from "./Entries.ts"

/** Rows read at a time while a chain is verified: they are decoded and hashed in one turn of everybody's. */
const verified_rows = 500

const auditedRow = (customer_id: string, entry: typeof EntryRow.Type): AuditedRow => ({
  ...entry,
  customer_id,
  seq: Number(entry.seq),
  amount: Number(entry.amount),
  balance_after: Number(entry.balance_after),
  created_at: iso(entry.created_at)
})

const unitOf = (unit: string) =>
  unit.startsWith(tokenPrefix)
    ? { unit: "token" as const, token_key: unit.slice(tokenPrefix.length) }
    : { unit: "coin" as const, token_key: null }

/** Of a state nobody checked yet. */
const balancesOf = ({ coins, tokens }: Partial<BuddyState>): ReadonlyMap<string, number> =>
  new Map([
    ["coin", coins?.balance ?? 0],
    ...Object.entries(tokens ?? {}).map(([key, { balance }]) => [tokenPrefix + key, balance] as const)
  ])

export const toVerdict = (buddy_id: string, { chains, problems, ...verdict }: Verdict): typeof LedgerVerdict.Type => ({
  buddy_id,
  ...verdict,
  problems: problems.map(({ kind, seq, unit }) => ({ seq, ...unitOf(unit), kind })),
  units: Array.from(chains, ([unit, { balance, first_broken_seq, hash, rows: count }]) => ({
    ...unitOf(unit),
    rows: count,
    balance,
    head_hash: hash,
    first_broken_seq
  }))
})

/** To be yielded while a Store's layer is built. */
export const ledgerAudits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const signer = yield* LedgerSigner
  const columns = sql.literal(entryColumns)

  /** Rows written after the buddy was read are left out: they belong to a balance that was not read. */
  return Effect.fnUntraced(function* (buddy: BuddyRow) {
    const { customer_id, buddy_id, heads, signed, state } = buddy
    yield* signer.look([signed])
    const walk = new LedgerAudit({
      balances: balancesOf(state),
      isSigned: signed !== null,
      signed: signed === null ? undefined : signer.vouched(signed, buddy),
      isExcused: (created_at) => signer.isExcused(buddy, created_at)
    })
    let last = { unit: "", seq: 0 }
    while (true) {
      const batch = yield* rows(EntryRow)(sql`
        SELECT ${columns} FROM ledger
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
          AND (unit, seq) > (${last.unit}, ${last.seq}::bigint)
        ORDER BY unit, seq LIMIT ${verified_rows}`)
      for (const entry of batch)
        if (Number(entry.seq) <= (heads?.[entry.unit]?.[0] ?? Infinity)) walk.take(auditedRow(customer_id, entry))
      const end = batch.at(-1)
      if (end === undefined) return walk.finish()
      last = { unit: end.unit, seq: Number(end.seq) }
    }
  })
})
