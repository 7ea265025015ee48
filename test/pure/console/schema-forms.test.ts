/** Forms made of schemas: every part of a configuration has its fields, and what presets hold fits into them. */
import { assert, describe, it } from "vitest"
import { schemaOf } from "../../../src/features/authoring/schemas/Rules.ts"
import { contrastWithWhite } from "../../../src/console/pages/widgets/contrast.ts"
import { rules } from "../../../src/console/words/rules.ts"
import { describe as inALine, isOn } from "../../../src/console/pages/rules/describe.ts"
import {
  blankOf,
  fieldOf,
  inputOf,
  isObject,
  nameOfVariant,
  type Schema,
  variantOf
} from "../../../src/console/schema/schema.ts"

const parts = [
  "event-type",
  "coin-rule",
  "token-type",
  "token-rule",
  "skill-set",
  "skill-rule",
  "skill-decay-rule",
  "badge-definition",
  "streak-rule",
  "evolution-rules",
  "gate",
  "marketplace-item"
]

const wholeOf = (part: string) => schemaOf(part) as unknown as Schema

/** Every field below, as `path: kind`. */
const kindsIn = (schema: Schema, whole: Schema, path: string): ReadonlyArray<string> => {
  const { shape } = fieldOf(schema, whole)
  const own = `${path}: ${shape.kind}`
  if (shape.kind === "object")
    return Object.entries(shape.schema.properties ?? {}).flatMap(([name, property]) =>
      kindsIn(property, whole, `${path}.${name}`)
    )
  if (shape.kind === "list") return [own, ...kindsIn(shape.item, whole, `${path}[]`)]
  if (shape.kind === "variants") return shape.variants.flatMap((variant) => kindsIn(variant, whole, path))
  return [own]
}

/** Names of the variants below, of which a form offers the choice. */
const variantsIn = (schema: Schema, whole: Schema): ReadonlyArray<string> => {
  const { shape } = fieldOf(schema, whole)
  const below = (schemas: ReadonlyArray<Schema>) => schemas.flatMap((one) => variantsIn(one, whole))
  if (shape.kind === "object") return below(Object.values(shape.schema.properties ?? {}))
  if (shape.kind === "list") return below([shape.item])
  if (shape.kind !== "variants") return []
  const { variants } = shape
  return [...variants.map((one) => nameOfVariant(one, variants)), ...below(variants.flatMap(fieldsOf))]
}
const fieldsOf = ({ properties }: Schema) => Object.values(properties ?? {})

const coinRule = wholeOf("coin-rule")

describe("a form of a schema", () => {
  it("has a field for everything; only maps with free names are left to be typed as JSON", () => {
    const json = parts.flatMap((part) =>
      kindsIn(wholeOf(part), wholeOf(part), part).filter((line) => line.endsWith(": json"))
    )
    assert.deepStrictEqual(json, ["gate.metadata: json", "marketplace-item.stage_images: json"])
  })

  it("says in words what there is to choose from", () => {
    const kinds = new Set(parts.flatMap((part) => variantsIn(wholeOf(part), wholeOf(part))))
    assert.includeMembers([...kinds], ["fixed", "every"])
    assert.deepStrictEqual(
      [...kinds].filter((kind) => rules.choices["kind"]?.[kind] === undefined),
      []
    )
  })

  it("begins with what has to be there, in variants it knows again", () => {
    const blank = blankOf(coinRule, coinRule)
    assert.deepStrictEqual(blank, { rule_key: "", trigger: { event_type: "" }, amount: { mode: "fixed", value: 0 } })
    for (const part of parts) assert.isTrue(isObject(blankOf(wholeOf(part), wholeOf(part))), part)
  })

  it("tells variants apart by the one value of a field, or by the field only one of them has", () => {
    const variantsOf = (part: string, name: string) => {
      const whole = wholeOf(part)
      const top = fieldOf(whole, whole).shape
      const found = top.kind === "object" ? fieldOf(top.schema.properties![name]!, whole).shape : undefined
      const inner = found?.kind === "list" ? fieldOf(found.item, whole).shape : found
      return inner?.kind === "variants" ? inner.variants : []
    }
    const amounts = variantsOf("coin-rule", "amount")
    assert.deepStrictEqual(
      amounts.map((one) => nameOfVariant(one, amounts)),
      ["fixed", "per_property", "pool"]
    )
    assert.strictEqual(variantOf({ mode: "pool", entries: [] }, amounts), amounts[2])
    const milestones = variantsOf("streak-rule", "milestones")
    assert.deepStrictEqual(
      milestones.map((one) => nameOfVariant(one, milestones)),
      ["length", "every"]
    )
    assert.strictEqual(variantOf({ every: 7, reward: {} }, milestones), milestones[1])
  })

  it("leaves out of a record what is the service's own", () => {
    assert.deepStrictEqual(inputOf({ rule_id: "r1", rule_key: "lesson", enabled: true }, coinRule), {
      rule_key: "lesson",
      enabled: true
    })
  })
})

describe("an entry in a line", () => {
  it("says what sets it off and what it gives", () => {
    const trigger = { event_type: "lesson.completed" }
    assert.strictEqual(
      inALine({ name: "Lesson", trigger, amount: { mode: "fixed", value: 10 } }),
      "Lesson · lesson.completed · +10"
    )
    assert.strictEqual(
      inALine({ trigger, token_key: "xp", amount: { mode: "per_property", property: "minutes", rate: 0.5 } }),
      "lesson.completed · +0.5 × minutes xp"
    )
    assert.deepStrictEqual([isOn({ enabled: false }), isOn({ status: "active" }), isOn({})], [false, true, undefined])
  })
})

describe("contrast", () => {
  it("is what WCAG reckons, and nothing of what is no colour", () => {
    assert.deepStrictEqual([contrastWithWhite("#ffffff"), contrastWithWhite("#000000")], [1, 21])
    assert.strictEqual(contrastWithWhite("#6c5ce7")?.toFixed(1), "4.9")
    assert.isUndefined(contrastWithWhite("purple"))
  })
})
