/** How long a text is: in characters, as the contract says it to whoever makes a client of it. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { Label, LongText, Text } from "../../../src/wire/content/Shared.ts"
import { text } from "../../../src/wire/Ids.ts"

const takes = (schema: Schema.Codec<string>, value: string) => Schema.is(schema)(value)

it("a text is as long as the characters it is of", () => {
  const name = text({ min: 2, max: 4 })
  for (const good of ["ab", "abcd", "🦄🦄", "🦄🦄🦄🦄", "مريم"]) assert.isTrue(takes(name, good), good)
  for (const bad of ["", "a", "🦄", "abcde", "🦄🦄🦄🦄🦄", "a\u0000b", "ab\ud800"])
    assert.isFalse(takes(name, bad), bad)
})

it("and its schema says so", () => {
  const { schema } = Schema.toJsonSchemaDocument(text({ min: 2, max: 4 }))
  assert.deepInclude(JSON.stringify(schema), '"minLength":2')
  assert.deepInclude(JSON.stringify(schema), '"maxLength":4')
})

it("names and descriptions of what a tenant configures are counted alike", () => {
  for (const [schema, max] of [
    [Text, 200],
    [Label, 200],
    [LongText, 2_000]
  ] as const) {
    assert.isTrue(takes(schema, "🦄".repeat(max)))
    assert.isFalse(takes(schema, "🦄".repeat(max + 1)))
  }
})
