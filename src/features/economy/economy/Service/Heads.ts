/**
 * The signed heads of all ledgers, for operators: whether each is genuine, and signing anew what an older key signed or
 * what was booked before there were signatures.
 */
import { Context, Effect, Layer } from "effect"
import { headsOf } from "../../../../buddy/actor/ResidentState.ts"
import { keyOfHead } from "../../../../buddy/journal/LedgerHead.ts"
import { LedgerSigner } from "../../../../buddy/journal/LedgerSigner.ts"
import { type BuddyKey, type BuddyRow, BuddyStore } from "../../../../buddy/actor/Store.ts"
import { KeyRing } from "../../../../platform/secrets/KeyRing.ts"
import { ledgerAudits } from "../Store/Verify.ts"

/** States are a few kilobytes each. */
const buddies_at_once = 200

export interface HeadReport {
  readonly checked: number
  /** whose ledger does not end as signed */
  readonly broken: ReadonlyArray<BuddyKey>
}

export class LedgerHeads extends Context.Service<
  LedgerHeads,
  {
    readonly check: Effect.Effect<HeadReport>
    /** what is not whole is left as it is and named; `signed`: how many heads were made with the newest key */
    readonly resign: Effect.Effect<HeadReport & { readonly signed: number }>
    /** genuine heads that name another key than the newest, and ledgers that have none yet */
    readonly behind: Effect.Effect<number>
  }
>()("hatchery/features/economy/LedgerHeads") {
  static readonly layer = Layer.effect(
    LedgerHeads,
    Effect.gen(function* () {
      const buddies = yield* BuddyStore
      const signer = yield* LedgerSigner
      const ring = yield* KeyRing
      const audit = yield* ledgerAudits
      const keyOf = ({ buddy_id, customer_id }: BuddyRow): BuddyKey => ({ customer_id, buddy_id })

      const visit = Effect.fnUntraced(function* (each: (row: BuddyRow) => Effect.Effect<void>) {
        let checked = 0
        let last: BuddyKey | undefined
        for (;;) {
          const keys = yield* buddies.after(last, buddies_at_once)
          last = keys.at(-1)
          if (last === undefined) return checked
          const rows = yield* buddies.load(keys)
          yield* signer.look(rows.map(({ signed }) => signed))
          yield* Effect.forEach(rows, each, { discard: true })
          checked += rows.length
        }
      })

      const isBehind = ({ heads, signed }: BuddyRow) =>
        heads !== null && keyOfHead(signed) !== ring.signing("ledger_head").key_id
      /** Whether the signature covers every row there is. */
      const isCovered = (row: BuddyRow) =>
        headsOf(row, { vouched: signer.vouched, isExcused: () => false }).isVouchedFor

      const resignOne = Effect.fnUntraced(function* (row: BuddyRow) {
        const { heads, isVouchedFor } = headsOf(row, signer)
        if (!isVouchedFor || (!isCovered(row) && !(yield* audit(row)).valid)) return "broken"
        return (yield* buddies.signLedger(keyOf(row), row.version, signer.sign(row, heads))) ? "signed" : "moved on"
      })

      return LedgerHeads.of({
        check: Effect.gen(function* () {
          const broken: Array<BuddyKey> = []
          const look = (row: BuddyRow) =>
            Effect.sync(() => void (headsOf(row, signer).isVouchedFor || broken.push(keyOf(row))))
          return { checked: yield* visit(look), broken }
        }),
        behind: Effect.gen(function* () {
          let count = 0
          yield* visit((row) => Effect.sync(() => void (isBehind(row) && headsOf(row, signer).isVouchedFor && count++)))
          return count
        }),
        resign: Effect.gen(function* () {
          const broken: Array<BuddyKey> = []
          let signed = 0
          const checked = yield* visit((row) =>
            Effect.gen(function* () {
              if (!isBehind(row) && isCovered(row)) return
              const outcome = yield* resignOne(row)
              if (outcome === "broken") broken.push(keyOf(row))
              if (outcome === "signed") signed++
            })
          )
          return { checked, broken, signed }
        })
      })
    })
  )
}
