/** A refusal says what to write, in words of the wire: which kinds there are, or that an object belongs there. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { issuesOf } from "../../../src/edge/Validation.ts"
import { EventInput } from "../../../src/features/players/events/Api.ts"
import { Discount } from "../../../src/features/economy/flash-sales/Api.ts"
import { ConfigFile } from "../../../src/wire/content/ConfigFile.ts"
import { CoinRuleInput } from "../../../src/wire/content/CoinRule.ts"
import { LotteryEntryTerms } from "../../../src/wire/campaigns/Lottery.ts"

const refusal = Effect.fnUntraced(function* (schema: Schema.Top, value: unknown) {
  const decode = Schema.decodeUnknownEffect(schema as Schema.Codec<unknown>, {
    errors: "all",
    onExcessProperty: "error"
  })
  return issuesOf(yield* Effect.flip(decode(value))).issues
})

const discountKinds = { path: ["discount", "mode"], message: 'discount.mode: Expected "percent" | "fixed_price"' }

it.effect.each([{ mode: "percentage", value: 5 }, { percent: 5 }, {}, 5, "5 %"])("a discount like %j", (discount) =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* refusal(Schema.Struct({ discount: Discount }), { discount }), [discountKinds])
    assert.deepStrictEqual(yield* refusal(Schema.Struct({ discount: Schema.NullOr(Discount) }), { discount }), [
      discountKinds
    ])
  })
)

it.effect("what a known kind holds is told as before, and of a union without a tag what it may be", () =>
  Effect.gen(function* () {
    const [wrong] = yield* refusal(Discount, { mode: "percent", value: 500 })
    assert.deepStrictEqual(wrong, { path: ["value"], message: "value: Expected a value between 1 and 100" })
    const [untold] = yield* refusal(Schema.Union([Schema.String, Schema.Finite]), {})
    assert.strictEqual(untold!.message, "body: Expected string | number")
    const [mixed] = yield* refusal(Schema.Union([Discount, Schema.String]), 5)
    assert.match(mixed!.message, /^body: Expected .*string$/)
  })
)

it.effect("it is so of tickets and of what a rule pays", () =>
  Effect.gen(function* () {
    const [entry] = yield* refusal(LotteryEntryTerms, { mode: "coins", amount: 1 })
    assert.deepStrictEqual(entry, { path: ["mode"], message: 'mode: Expected "token_cost" | "coin_cost" | "event"' })
    const rule = { rule_key: "lesson", trigger: { event_type: "a" }, amount: 5 }
    const [amount] = yield* refusal(CoinRuleInput, rule)
    assert.deepStrictEqual(amount!.path, ["amount", "mode"])
    assert.match(amount!.message, /^amount\.mode: Expected "fixed" \| "per_property" \| "pool"$/)
  })
)

it.effect.each([[[]], ["text"], [undefined]])("a body like %j is no object, whatever its schema is called", ([body]) =>
  Effect.gen(function* () {
    const object = [{ path: [], message: "body: Expected object" }]
    assert.deepStrictEqual(yield* refusal(EventInput, body), object)
    assert.deepStrictEqual(yield* refusal(ConfigFile, body), object)
  })
)
