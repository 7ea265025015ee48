/**
 * Whether a buddy's ledger is what was booked: every row hashes to its content and follows the one before it, the sum
 * is what the buddy holds, and the chains end where their signed head says. Pure; the rows are handed in, in order.
 */
import { genesisHash, ledgerHash, type LedgerRow } from "./Ledger.ts"
import { headDigest, type Heads } from "./LedgerHead.ts"

export type ProblemKind =
  /** the row is not what its hash was made of */
  | "changed"
  /** rows before this one are not there */
  | "missing"
  /** rows at the end are not there that were signed */
  | "cut"
  /** the rows are not those that were signed, whole as they look */
  | "rehashed"
  /** the sum of the rows is not what the buddy holds */
  | "balance"

export interface Problem {
  readonly seq: number
  readonly unit: string
  readonly kind: ProblemKind
}

export type AuditedRow = LedgerRow & { readonly prev_hash: string; readonly hash: string }

/** Of one unit. */
export interface Chain {
  rows: number
  /** seq of the last row */
  seq: number
  balance: number
  hash: string
  first_broken_seq: number | null
  /** the hash of the row the signed head names */
  anchor: string | undefined
  /** the first row that nothing signs and nothing excuses */
  unsigned_seq: number | undefined
}

export interface Verdict {
  readonly valid: boolean
  readonly rows: number
  readonly chains: ReadonlyMap<string, Chain>
  /** of the rows as they are */
  readonly head: string
  /** of what was signed; null: nothing was, or the signature is none of ours */
  readonly signed_head: string | null
  readonly problems: ReadonlyArray<Problem>
}

export interface AuditOptions {
  /** what the buddy's state says, by unit */
  readonly balances: ReadonlyMap<string, number>
  /** what its head vouches for; undefined: there is none, or it is not genuine */
  readonly signed: Heads | undefined
  /** whether there is a head, genuine or not */
  readonly isSigned: boolean
  /** whether a row of that moment (epoch ms) needs no signature */
  readonly isExcused: (created_at: number) => boolean
}

/** Nobody reads more of them. */
const problems_max = 100

export class LedgerAudit {
  private readonly options: AuditOptions
  private readonly chains = new Map<string, Chain>()
  private readonly problems: Array<Problem> = []

  constructor(options: AuditOptions) {
    this.options = options
  }

  private chain(unit: string): Chain {
    const found = this.chains.get(unit)
    if (found !== undefined) return found
    const [anchor, unsigned_seq] = [undefined, undefined]
    const chain: Chain = {
      rows: 0,
      seq: 0,
      balance: 0,
      hash: genesisHash,
      first_broken_seq: null,
      anchor,
      unsigned_seq
    }
    this.chains.set(unit, chain)
    return chain
  }

  /** Rows of a unit come by `seq`. */
  take({ hash, prev_hash, ...row }: AuditedRow): void {
    const chain = this.chain(row.unit)
    const { isExcused, signed } = this.options
    const kind = this.fault(chain, row, prev_hash, hash)
    if (kind !== undefined) {
      chain.first_broken_seq ??= row.seq
      this.problems.push({ seq: row.seq, unit: row.unit, kind })
    }
    const vouched = signed?.get(row.unit)?.seq ?? 0
    if (row.seq === vouched) chain.anchor = hash
    if (row.seq > vouched && !isExcused(Date.parse(row.created_at))) chain.unsigned_seq ??= row.seq
    chain.rows += 1
    chain.seq = row.seq
    chain.balance += row.amount
    chain.hash = hash
  }

  private fault(chain: Chain, row: LedgerRow, prev_hash: string, hash: string): ProblemKind | undefined {
    if (row.seq !== chain.seq + 1) return "missing"
    const follows = prev_hash === chain.hash && row.balance_after === chain.balance + row.amount
    return follows && ledgerHash(prev_hash, row) === hash ? undefined : "changed"
  }

  /** Of a chain that may look whole: whether it ends as signed, and adds up to what the buddy holds. */
  private endOf(unit: string): ProblemKind | undefined {
    const { isSigned, signed } = this.options
    const chain = this.chain(unit)
    const vouched = signed?.get(unit)
    if (vouched !== undefined && chain.seq < vouched.seq) return "cut"
    if (vouched !== undefined && chain.anchor !== vouched.hash) return "rehashed"
    return chain.unsigned_seq !== undefined || (isSigned && signed === undefined) ? "rehashed" : undefined
  }

  finish(): Verdict {
    const { balances, signed } = this.options
    for (const unit of new Set([...this.chains.keys(), ...balances.keys(), ...(signed?.keys() ?? [])])) {
      const chain = this.chain(unit)
      const kind = this.endOf(unit)
      if (kind !== undefined) this.problems.push({ seq: chain.unsigned_seq ?? chain.seq, unit, kind })
      if (chain.balance !== (balances.get(unit) ?? 0)) this.problems.push({ seq: chain.seq, unit, kind: "balance" })
      if (chain.rows === 0) this.chains.delete(unit)
    }
    const heads = new Map(Array.from(this.chains, ([unit, { hash, seq }]) => [unit, { seq, hash }]))
    return {
      valid: this.problems.length === 0,
      rows: Array.from(this.chains.values()).reduce((sum, { rows }) => sum + rows, 0),
      chains: this.chains,
      head: headDigest(heads),
      signed_head: signed === undefined ? null : headDigest(signed),
      problems: this.problems.slice(0, problems_max)
    }
  }
}
