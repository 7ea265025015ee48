import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Command } from "../../../src/engine/core/Command.ts"
import { decide } from "../../../src/engine/core/decide.ts"
import { initialState } from "../../../src/engine/core/initialState.ts"
import { compile } from "../../../src/engine/core/Snapshot.ts"
import { evolutionView, skillView, streaksView, tokensView } from "../../../src/engine/views/views.ts"
import { EngineHost } from "../../kit/engine/EngineHost.ts"
import { content } from "../../kit/generators/content.ts"
import { life } from "../../kit/generators/history.ts"
import { anyCommand, anyContent, anyMoment } from "../../kit/generators/arbitrary.ts"

const around = {
  audience: "k",
  tenant_timezone: "Europe/Berlin",
  max_lateness_days: 7,
  hatched_at: 0,
  timezone: null,
  draw: () => 0.999_999
}

const deepFreeze = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}

describe("decide", () => {
  it("never throws, whatever valid content and whatever command it meets", () => {
    const step = fc.tuple(anyMoment, anyCommand)
    fc.assert(
      fc.property(anyContent, fc.array(step, { maxLength: 12, size: "max" }), (config, steps) => {
        const host = new EngineHost(config, around)
        for (const [now, command] of steps) {
          host.send(now, command)
          const at = { now, tenant_timezone: "Nowhere/Land" }
          evolutionView(host.snapshot, host.state, at)
          streaksView(host.snapshot, host.state, at)
          skillView(host.snapshot, host.state)
          tokensView(host.snapshot, host.state)
        }
        const { coins, tokens } = host.state
        for (const { balance, earned, spent } of [coins, ...Object.values(tokens)]) {
          assert.isTrue(Number.isSafeInteger(balance) && balance >= 0)
          assert.strictEqual(balance, earned - spent)
        }
      }),
      { numRuns: 800 }
    )
  })

  it("gives the same answer to the same question, and leaves its arguments untouched", () => {
    fc.assert(
      fc.property(
        content,
        life("daily", 15, { progresses: true, regrets: "soon" }),
        (config, { around: surroundings, steps }) => {
          const host = new EngineHost(deepFreeze(config), surroundings)
          for (const { command: wish, now } of steps) {
            const command = wish._tag === "Undo" ? host.reversalOf(wish) : wish
            if (command === null) continue
            const state = deepFreeze(host.state)
            const context = () => ({ ...host.contextAt(now, command), nextId: () => "ledger" })
            const first = decide(host.snapshot, state, deepFreeze(command), context())
            assert.deepEqual(decide(host.snapshot, state, command, context()), first)
            host.send(now, command)
          }
        }
      ),
      { numRuns: 200 }
    )
  })

  it("books every change of a balance: entries add up to the purses, and each names the balance it led to", () => {
    fc.assert(
      fc.property(
        content,
        life("any", 30, { progresses: true, regrets: "soon" }),
        (config, { around: surroundings, steps }) => {
          const host = new EngineHost(config, surroundings)
          host.live(steps)
          const balances = new Map<string, number>()
          for (const { amount, balance_after, unit } of host.accepted.flatMap((decision) => decision.entries)) {
            balances.set(unit, (balances.get(unit) ?? 0) + amount)
            assert.strictEqual(balance_after, balances.get(unit))
            assert.isTrue(amount !== 0 && balance_after >= 0)
          }
          assert.strictEqual(balances.get("coin") ?? 0, host.state.coins.balance)
          for (const [tokenKey, { balance }] of Object.entries(host.state.tokens)) {
            assert.strictEqual(balances.get(`token:${tokenKey}`) ?? 0, balance)
          }
        }
      ),
      { numRuns: 200 }
    )
  })

  it("says the same in effects, ledger, outbound events and trace", () => {
    fc.assert(
      fc.property(content, life("any", 30, { progresses: true }), (config, { around: surroundings, steps }) => {
        const host = new EngineHost(config, surroundings)
        host.live(steps)
        for (const { badges, effects, entries, outbound, trace } of host.accepted) {
          const credits = entries.filter(({ amount, unit }) => unit === "coin" && amount > 0)
          assert.strictEqual(
            credits.reduce((sum, { amount }) => sum + amount, 0),
            effects.coins
          )
          const announced = outbound.filter(({ event }) => event === "coins.earned" || event === "coins.spent")
          const booked = entries.filter(({ unit }) => unit === "coin")
          assert.deepEqual(
            announced.map(({ body }) => body["ledger_id"]),
            booked.map(({ ledger_id }) => ledger_id)
          )
          assert.strictEqual(outbound.filter(({ event }) => event === "badge.awarded").length, badges.length)
          assert.deepEqual(
            trace.flatMap((row) => row.ledger_ids).toSorted(),
            entries.map(({ ledger_id }) => ledger_id).toSorted()
          )
          assert.isTrue(trace.every(({ outcome, reason }) => (outcome === "fired") === (reason === "fired")))
        }
      }),
      { numRuns: 200 }
    )
  })

  it("does nothing for an archived buddy but refuse", () => {
    fc.assert(
      fc.property(anyContent, anyCommand, (config, command: Command) => {
        const snapshot = compile(config, { config_version_id: "v1" })
        const state = initialState(snapshot, { hatched_at: 0, timezone: null })
        const host = new EngineHost(config, around)
        const context = host.contextAt(1, command)
        const archived = { ...context, buddy: { ...context.buddy, status: "archived" as const } }
        assert.deepEqual(decide(snapshot, state, command, archived), {
          _tag: "Rejected",
          error: { code: "buddy_archived" }
        })
      }),
      { numRuns: 50 }
    )
  })
})
