/** Whoever sends a text of the wrong form is told which form is wanted: nobody reads a regular expression. */
import { type Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { Api } from "../../../src/Api.ts"

const below = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (SchemaAST.isObjects(ast))
    return [
      ...ast.propertySignatures.map(({ type }) => type),
      ...ast.indexSignatures.flatMap(({ parameter, type }) => [parameter, type])
    ]
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest]
  if (SchemaAST.isUnion(ast)) return ast.types
  if (SchemaAST.isSuspend(ast)) return [ast.thunk()]
  if (SchemaAST.isDeclaration(ast)) return ast.typeParameters
  return []
}

/** What checks say they expected, of everything a schema is made of. */
const expectations = (ast: SchemaAST.AST, seen: Set<SchemaAST.AST>): ReadonlyArray<string> => {
  if (seen.has(ast)) return []
  seen.add(ast)
  const checks = (ast.checks ?? []).flatMap((check) => (check._tag === "FilterGroup" ? check.checks : [check]))
  const own = checks.flatMap(({ annotations }) => {
    const expected = annotations?.["expected"]
    return typeof expected === "string" ? [expected] : []
  })
  return [...own, ...below(ast).flatMap((part) => expectations(part, seen))]
}

describe("what is sent", () => {
  it("is refused in words wherever it has to have a form", () => {
    const seen = new Set<SchemaAST.AST>()
    const found = Object.values(Api.groups as unknown as Record<string, HttpApiGroup.Top>).flatMap(({ endpoints }) =>
      Object.values<HttpApiEndpoint.Top>(endpoints).flatMap(({ payload, query }) => {
        const bodies = [...payload.values()].flatMap(({ schemas }) => schemas as ReadonlyArray<Schema.Top>)
        const sent = query === undefined ? bodies : [...bodies, query]
        return sent.flatMap(({ ast }) => expectations(ast, seen))
      })
    )
    assert.isAbove(found.length, 100)
    assert.deepStrictEqual([...new Set(found.filter((expected) => expected.includes("RegExp")))], [])
  })
})
