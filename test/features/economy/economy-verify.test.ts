/** What somebody with write access to the database, and without the key, can do to a ledger, and that it shows. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditedRow } from "../../../src/buddy/journal/LedgerAudit.ts"
import { ledgerHash } from "../../../src/buddy/journal/Ledger.ts"
import { signHead } from "../../../src/buddy/journal/LedgerHead.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

interface Problem {
  readonly unit: string
  readonly token_key: string | null
  readonly seq: number
  readonly kind: string
}

const kinds = (body: { readonly problems: ReadonlyArray<Problem> }) =>
  body.problems.map(({ kind, seq, token_key, unit }) => `${token_key ?? unit} ${seq} ${kind}`)

/** A buddy with three rows of coins (10, 25, 5, then what `lessons` bring) and as many of xp as lessons. */
const world = Effect.fnUntraced(function* (lessons: number) {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const { buddy_id } = yield* hatch(tenant, "ada")
  const send = Effect.suspend(() => tenant.call("POST", "/events", lesson("ada")))
  yield* Effect.forEach(Array.from({ length: lessons }), () => send)
  const verdict = Effect.map(tenant.call("GET", `/economy/buddies/${buddy_id}/ledger/verify`), ({ body }) => body)
  return { customer_id: tenant.customer_id, buddy_id, send, verdict }
})

/** Past triggers. The buddy moves a version on, so that whoever has it in memory reads it again. */
const meddle = <A, E, R>(buddy_id: string, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SET LOCAL session_replication_role = replica`
        yield* sql`UPDATE buddy_states SET version = version + 1 WHERE buddy_id = ${buddy_id}::uuid`
        return yield* work
      })
    )
  })

const sqlOf = SqlClient.SqlClient

/** The last row of the coins goes, and with it what it brought. */
const cutCoins = (buddy_id: string) =>
  Effect.gen(function* () {
    const sql = yield* sqlOf
    const [last] = yield* sql`DELETE FROM ledger WHERE buddy_id = ${buddy_id}::uuid AND unit = 'coin' AND seq = (
      SELECT max(seq) FROM ledger WHERE buddy_id = ${buddy_id}::uuid AND unit = 'coin') RETURNING amount`
    return Number(last!["amount"])
  })

const giveCoins = (buddy_id: string, amount: number) =>
  Effect.gen(function* () {
    const sql = yield* sqlOf
    yield* sql`
      UPDATE buddy_states SET coins = coins + ${amount}, state = jsonb_set(jsonb_set(state::jsonb,
        '{coins,balance}', to_jsonb((state #>> '{coins,balance}')::bigint + ${amount}::bigint)),
        '{coins,earned}', to_jsonb((state #>> '{coins,earned}')::bigint + ${amount}::bigint))::json
      WHERE buddy_id = ${buddy_id}::uuid`
  })

/** Every row of coins from `seq` on is written anew, the first of them worth more, with hashes that fit. */
const rewriteCoins = (buddy_id: string, seq: number, more: number, later_ms = 0) =>
  Effect.gen(function* () {
    const sql = yield* sqlOf
    const found = yield* sql`SELECT * FROM ledger WHERE buddy_id = ${buddy_id}::uuid AND unit = 'coin' ORDER BY seq`
    let before = ""
    for (const row of found as unknown as ReadonlyArray<AuditedRow & { created_at: Date }>) {
      if (Number(row.seq) < seq) {
        before = row.hash
        continue
      }
      const amount = Number(row.amount) + (Number(row.seq) === seq ? more : 0)
      const [place, balance_after] = [Number(row.seq), Number(row.balance_after) + more]
      const created_at = new Date(row.created_at.getTime() + later_ms).toISOString()
      const changed = { ...row, seq: place, amount, balance_after, created_at }
      const hash = ledgerHash(before, changed)
      yield* sql`UPDATE ledger SET amount = ${amount}, balance_after = ${balance_after}, prev_hash = ${before},
        hash = ${hash}, created_at = ${created_at}::timestamptz
        WHERE buddy_id = ${buddy_id}::uuid AND unit = 'coin' AND seq = ${place}`
      before = hash
    }
    yield* giveCoins(buddy_id, more)
    return before
  })

const headOf = (buddy_id: string) =>
  Effect.gen(function* () {
    const sql = yield* sqlOf
    const [row] = yield* sql`SELECT ledger_head::text AS head FROM buddies WHERE buddy_id = ${buddy_id}::uuid`
    return row!["head"] as string | null
  })

const setHead = (buddy_id: string, head: string | null) =>
  Effect.gen(function* () {
    const sql = yield* sqlOf
    yield* sql`UPDATE buddy_states SET ledger_head = ${head}::json WHERE buddy_id = ${buddy_id}::uuid`
  })

layer(TestApp.shared, { excludeTestServices: true })("verifying a ledger", (it) => {
  it.effect("finds nothing wrong with what was booked, and says that its head is signed", () =>
    Effect.gen(function* () {
      const { verdict } = yield* world(2)
      const body = yield* verdict
      assert.deepInclude(body, { valid: true, problems: [] })
      assert.match(body.head, /^[0-9a-f]{64}$/)
      assert.strictEqual(body.signed_head, body.head)
    })
  )

  it.effect("finds a ledger nothing was booked in whole", () =>
    Effect.gen(function* () {
      const { verdict } = yield* world(0)
      assert.deepInclude(yield* verdict, { valid: true, rows: 0, problems: [], signed_head: null })
    })
  )

  it.effect("sees that the last row is gone, also when the balance was made to fit", () =>
    Effect.gen(function* () {
      const { buddy_id, verdict } = yield* world(2)
      const taken = yield* meddle(buddy_id, cutCoins(buddy_id))
      assert.deepStrictEqual(kinds(yield* verdict), ["coin 3 cut", "coin 3 balance"])
      yield* meddle(buddy_id, giveCoins(buddy_id, -taken))
      const body = yield* verdict
      assert.deepInclude(body, { valid: false })
      assert.deepStrictEqual(kinds(body), ["coin 3 cut"])
    })
  )

  it.effect("sees that all rows are gone, and their head with them", () =>
    Effect.gen(function* () {
      const sql = yield* sqlOf
      const { buddy_id, verdict } = yield* world(1)
      yield* meddle(buddy_id, sql`DELETE FROM ledger WHERE buddy_id = ${buddy_id}::uuid`)
      yield* meddle(buddy_id, setHead(buddy_id, null))
      assert.deepStrictEqual(kinds(yield* verdict).toSorted(), ["coin 0 balance", "xp 0 balance"])
    })
  )

  it.effect("sees a row that is missing in the middle, and one that was changed", () =>
    Effect.gen(function* () {
      const sql = yield* sqlOf
      const { buddy_id, verdict } = yield* world(2)
      yield* meddle(
        buddy_id,
        sql`UPDATE ledger SET reason = 'gift' WHERE buddy_id = ${buddy_id}::uuid AND unit = 'token:xp' AND seq = 1`
      )
      assert.deepStrictEqual(kinds(yield* verdict), ["xp 1 changed"])
      yield* meddle(buddy_id, sql`DELETE FROM ledger WHERE buddy_id = ${buddy_id}::uuid AND unit = 'coin' AND seq = 2`)
      assert.include(kinds(yield* verdict), "coin 3 missing")
    })
  )

  it.effect("sees rows written anew, whatever the rewriter makes of the head he cannot sign", () =>
    Effect.gen(function* () {
      const { buddy_id, customer_id, verdict } = yield* world(2)
      const genuine = yield* headOf(buddy_id)
      const hash = yield* meddle(buddy_id, rewriteCoins(buddy_id, 2, 1_000))
      assert.deepStrictEqual(kinds(yield* verdict), ["coin 4 rehashed"])

      const { key, mac, units } = JSON.parse(genuine!) as { key: string; mac: string; units: Record<string, unknown> }
      const fitted = JSON.stringify({ units: { ...units, coin: [4, hash] }, key, mac })
      const heads = new Map([
        ["coin", { seq: 4, hash }],
        ["token:xp", { seq: 2, hash: (units["token:xp"] as [number, string])[1] }]
      ])
      const forged = signHead({ key_id: key, material: Buffer.alloc(32) }, { customer_id, buddy_id }, heads)
      const unknown = signHead({ key_id: "mine", material: Buffer.alloc(32) }, { customer_id, buddy_id }, heads)
      for (const head of [fitted, forged, unknown, null, "{}", "7", `{"units":{"coin":"x"},"key":1,"mac":[]}`]) {
        yield* meddle(buddy_id, setHead(buddy_id, head))
        const body = yield* verdict
        assert.deepInclude(body, { valid: false, signed_head: null })
        assert.include(kinds(body).join(), "rehashed", `the head ${head}`)
      }
    })
  )

  it.effect("is not talked out of it by rows that are dated before the first signature, or after today", () =>
    Effect.gen(function* () {
      const years_ms = 10 * 365 * 86_400_000
      for (const later_ms of [-years_ms, years_ms]) {
        const { buddy_id, send, verdict } = yield* world(1)
        yield* meddle(buddy_id, Effect.andThen(rewriteCoins(buddy_id, 1, 1_000, later_ms), setHead(buddy_id, null)))
        assert.include(kinds(yield* verdict), "coin 1 rehashed")
        // Nor does the next booking sign for them.
        yield* send
        assert.deepInclude(yield* verdict, { valid: false, signed_head: null })
      }
    })
  )

  it.effect("still sees it after the buddy was booked again", () =>
    Effect.gen(function* () {
      for (const attack of ["cut", "rewritten", "unsigned"]) {
        const { buddy_id, send, verdict } = yield* world(2)
        if (attack === "cut") {
          const taken = yield* meddle(buddy_id, cutCoins(buddy_id))
          yield* meddle(buddy_id, giveCoins(buddy_id, -taken))
        } else {
          yield* meddle(buddy_id, rewriteCoins(buddy_id, 3, 1_000))
          if (attack === "unsigned") yield* meddle(buddy_id, setHead(buddy_id, null))
        }
        yield* send
        yield* send
        assert.deepInclude(yield* verdict, { valid: false }, attack)
      }
    })
  )

  it.effect("takes no head of another buddy for its own", () =>
    Effect.gen(function* () {
      const [ada, eve] = [yield* world(2), yield* world(2)]
      yield* meddle(eve.buddy_id, setHead(eve.buddy_id, yield* headOf(ada.buddy_id)))
      assert.deepInclude(yield* eve.verdict, { valid: false, signed_head: null })
    })
  )

  it.effect("is never wrong about a buddy that is booked all the while", () =>
    Effect.gen(function* () {
      const { send, verdict } = yield* world(1)
      const verdicts = yield* Effect.all([Effect.replicateEffect(send, 20), Effect.replicateEffect(verdict, 20)], {
        concurrency: 2
      })
      assert.deepStrictEqual(
        verdicts[1].filter(({ valid }) => !valid),
        []
      )
    })
  )
})

/** As where several nodes share the work, which are replaced one by one. */
layer(TestApp.layer({ embedded: false }), { excludeTestServices: true })("a release before", (it) => {
  it.effect("that books without signing raises no alarm, and the next booking signs for its rows", () =>
    Effect.gen(function* () {
      const { buddy_id, send, verdict } = yield* world(1)
      for (const left of [yield* headOf(buddy_id), null]) {
        yield* send
        // What it leaves behind: the rows are there, and the head is the one it found.
        yield* meddle(buddy_id, setHead(buddy_id, left))
        const body = yield* verdict
        assert.deepInclude(body, { valid: true, problems: [] })
        assert.notStrictEqual(body.signed_head, body.head)
        yield* send
        const after = yield* verdict
        assert.deepInclude(after, { valid: true, signed_head: after.head })
      }
    })
  )

  it.effect("covers nobody who writes anew what was signed", () =>
    Effect.gen(function* () {
      const { buddy_id, verdict } = yield* world(2)
      yield* meddle(buddy_id, rewriteCoins(buddy_id, 2, 1_000))
      assert.deepStrictEqual(kinds(yield* verdict), ["coin 4 rehashed"])
    })
  )
})
