/** Several tenants who attack and one who is attacked, each with one of everything, and a way to send anything. */
import { assert } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { fingerprint } from "../contract/Fingerprint.ts"
import { makeFullTenant, type FullTenant } from "../contract/FullTenant.ts"
import { type Operation, prefix } from "../contract/ApiContract.ts"
import { type Expectation, problemsOf } from "./AnswerExpectations.ts"
import { rawHttp, type Send, type Sent } from "../http/RawHttp.ts"
import { TestApp } from "../service/TestApp.ts"
import { until } from "../service/time.ts"
import { webhookSink } from "../webhooks/WebhookSink.ts"

export interface Attempt {
  /** made when its turn comes, by one of the attackers */
  readonly sent: (attacker: FullTenant) => Sent
  readonly expected: Expectation
}

/** A request of the tenant's own to an operation; `over` changes parts of it. */
export const asked = (held: FullTenant, operation: Operation, over: Partial<Sent> = {}): Sent => {
  const credential = held.credentialFor(operation)
  const isTable = operation.contentTypes[0] === "text/csv"
  const table = isTable ? { body: "team_name,user_id\nClub,ada\n" } : {}
  return {
    method: operation.method,
    path: prefix + held.pathOf(operation),
    ...over,
    ...table,
    headers: {
      ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
      ...(over.body === undefined ? {} : { "content-type": "application/json" }),
      ...(isTable ? { "content-type": "text/csv" } : {}),
      ...over.headers
    }
  }
}

/** More than one, so that together they stay below the limits per tenant however fast the machine is. */
const attackers_count = 4
const concurrency = 8
const reported_max = 30

const settled = Effect.fnUntraced(function* ({ ids, tenant: { call } }: FullTenant) {
  const path = `/webhook-configs/${ids.get("/webhook-configs/{id}")}/deliveries?status=delivered`
  yield* until(
    "the webhooks of a tenant to be delivered",
    Effect.map(call("GET", path), ({ body }) => body.data.length >= 2)
  )
})

/** Each with one of everything, whose webhooks have been told of it. */
const fullTenants = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const sink = yield* webhookSink
  const tenants = yield* Effect.forEach(names, (name) => makeFullTenant(name, sink.url(`/${name}`)))
  yield* Effect.forEach(tenants, settled)
  return tenants
})

const attackersOf = (count: number) => Array.from({ length: count }, (_, index) => `attacker-${index}`)

/** Those who attack, where nobody is to be attacked: a full tenant costs as much as hundreds of requests. */
export class Attackers extends Context.Service<
  Attackers,
  { readonly attackers: ReadonlyArray<FullTenant>; readonly send: Send }
>()("hatchery/test/Attackers") {
  static readonly layer = (count = attackers_count) =>
    Layer.effect(
      Attackers,
      Effect.gen(function* () {
        const send = yield* rawHttp((yield* TestApp).baseUrl)
        return Attackers.of({ attackers: yield* fullTenants(attackersOf(count)), send })
      })
    )
}

export class HostileTenants extends Context.Service<
  HostileTenants,
  {
    readonly attackers: ReadonlyArray<FullTenant>
    readonly victim: FullTenant
    readonly send: Send
    /** Sends all of them; fails when any answer breaks a promise or any row of the victim changed. */
    attack(attempts: ReadonlyArray<Attempt>): Effect.Effect<ReadonlyArray<number>>
  }
>()("hatchery/test/Arena") {
  static readonly layer = Layer.effect(
    HostileTenants,
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const send = yield* rawHttp(baseUrl)
      const [victim, ...attackers] = yield* fullTenants(["victim", ...attackersOf(attackers_count)])
      const sql = yield* SqlClient.SqlClient
      const rowsOfVictim = Effect.provideService(fingerprint(victim!.tenant.customer_id), SqlClient.SqlClient, sql)
      return HostileTenants.of({
        attackers,
        victim: victim!,
        send,
        attack: Effect.fnUntraced(function* (attempts) {
          const before = yield* rowsOfVictim
          const results = yield* Effect.forEach(
            attempts,
            ({ expected, sent }, index) =>
              Effect.map(send(sent(attackers[index % attackers.length]!)), (received) => ({
                status: received.status,
                problems: problemsOf(received, expected)
              })),
            { concurrency }
          )
          const problems = results.flatMap((result) => result.problems)
          assert.deepStrictEqual(problems.slice(0, reported_max), [], `${problems.length} broken promises`)
          assert.deepStrictEqual(yield* rowsOfVictim, before, "rows of another tenant changed")
          return results.map(({ status }) => status)
        }, Effect.orDie)
      })
    })
  )
}
