/** Codes, who registered with them, and the credits both have of it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { Credits } from "../../../platform/billing/Credits.ts"
import { namedUuid, randomBytes } from "../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { domainOf, isFreemail, mailboxOf } from "../../../wire/Freemail.ts"
import type { Referral } from "./Api.ts"

const given_credits = 200

const FoundRow = Schema.Struct({ code: Schema.String, registered: Schema.Int, paying: Schema.Int, credits: Schema.Int })
/** as they are made: what has another form is nobody's */
const codePattern = /^[0-9a-f]{16}$/
const codeIn = (text: string) => text.trim().toLowerCase()

const ReferrerRow = Schema.Struct({ referrer_id: Schema.String })
const EmailRow = Schema.Struct({ email: Schema.String })

/** Whose credits and under which name, in the order in which books are locked. */
const lotsOf = (customer_id: string, referrer_id: string) =>
  [customer_id, referrer_id].toSorted().map((id) => [id, namedUuid("referral", customer_id, id)] as const)

export class ReferralStore extends Context.Service<
  ReferralStore,
  {
    get(customer_id: string): Effect.Effect<Referral>
    /** the code as it is written, when it is somebody's */
    known(code: string): Effect.Effect<string | undefined>
    /** Of a new workspace, in the transaction that makes it. A code nobody has, and a colleague's, are as none. */
    register(customer_id: string, email: string, code: string): Effect.Effect<void>
    /** Of its first paid checkout, in that transaction; later ones change nothing. */
    paid(customer_id: string): Effect.Effect<void>
    /** The money of that checkout went back: what is left of the credits goes, too, and none are given again. */
    returned(customer_id: string): Effect.Effect<void>
  }
>()("hatchery/features/referral/ReferralStore") {
  static readonly layer = Layer.effect(
    ReferralStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const credits = yield* Credits
      const { publicUrl } = yield* AppConfig

      const isColleague = Effect.fnUntraced(function* (referrer_id: string, email: string) {
        const domain = domainOf(email)
        const isSame = isFreemail(domain)
          ? (other: string) => mailboxOf(other) === mailboxOf(email)
          : (other: string) => domainOf(other) === domain
        const people = yield* rows(EmailRow)(sql`
          SELECT email FROM accounts WHERE customer_id = ${referrer_id}::uuid`)
        return people.some((person) => isSame(person.email))
      })

      const ownerOf = (code: string) =>
        row(ReferrerRow)(sql`SELECT customer_id AS referrer_id FROM referral_codes WHERE code = ${codeIn(code)}`)

      return ReferralStore.of({
        get: Effect.fn("ReferralStore.get")(function* (customer_id) {
          const code = Buffer.from(yield* randomBytes(8)).toString("hex")
          yield* execute(sql`
            INSERT INTO referral_codes (customer_id, code, created_at)
            VALUES (${customer_id}::uuid, ${code}, ${yield* nowDate}) ON CONFLICT (customer_id) DO NOTHING`)
          const found = yield* row(FoundRow)(sql`
            SELECT code, count(r.customer_id)::int AS registered, count(r.paid_at)::int AS paying,
              (SELECT coalesce(sum(granted), 0)::int FROM credit_lots AS o
                WHERE o.customer_id = c.customer_id AND source = 'referral') AS credits
            FROM referral_codes AS c LEFT JOIN referrals AS r ON r.referrer_id = c.customer_id
            WHERE c.customer_id = ${customer_id}::uuid GROUP BY c.customer_id, code`)
          const { credits: credits_earned, paying, registered, ...own } = Option.getOrThrow(found)
          const url = `${publicUrl}/r/${own.code}`
          return { code: own.code, url, referred: { registered, paying }, credits_earned }
        }),
        known: Effect.fn("ReferralStore.known")(function* (code) {
          const written = codeIn(code)
          return codePattern.test(written) && Option.isSome(yield* ownerOf(written)) ? written : undefined
        }),
        register: Effect.fn("ReferralStore.register")(function* (customer_id, email, code) {
          const found = yield* ownerOf(code)
          if (Option.isNone(found)) return
          const { referrer_id } = found.value
          if (referrer_id === customer_id || (yield* isColleague(referrer_id, email))) return
          yield* execute(sql`
            INSERT INTO referrals (customer_id, referrer_id, registered_at)
            VALUES (${customer_id}::uuid, ${referrer_id}::uuid, ${yield* nowDate}) ON CONFLICT DO NOTHING`)
        }),
        paid: Effect.fn("ReferralStore.paid")(function* (customer_id) {
          const found = yield* row(ReferrerRow)(sql`
            UPDATE referrals SET paid_at = ${yield* nowDate}
            WHERE customer_id = ${customer_id}::uuid AND paid_at IS NULL RETURNING referrer_id`)
          if (Option.isNone(found)) return
          yield* Effect.forEach(lotsOf(customer_id, found.value.referrer_id), ([id, lot_id]) =>
            credits.addLot(id, { lot_id, source: "referral", credits: given_credits })
          )
        }),
        returned: Effect.fn("ReferralStore.returned")(function* (customer_id) {
          const found = yield* row(ReferrerRow)(sql`
            SELECT referrer_id FROM referrals WHERE customer_id = ${customer_id}::uuid AND paid_at IS NOT NULL`)
          if (Option.isNone(found)) return
          yield* Effect.forEach(lotsOf(customer_id, found.value.referrer_id), ([id, lot_id]) =>
            credits.chargeBack(id, lot_id)
          )
        })
      })
    })
  ).pipe(Layer.provide(Credits.layer))
}
