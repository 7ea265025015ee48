/**
 * The names of the operations. Clients are generated from them, so one that was published is never taken back: a name
 * that goes is a major version of the SDK, and its line is taken out of the list by hand.
 */
import { assert, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { operationIdOf } from "../../../src/edge/reference/Names.ts"
import { tags } from "../../../src/edge/reference/Tags.ts"
import { wordsBeside as besideCauses } from "../../../src/features/campaigns/causes/Api/Records.ts"
import { wordsBeside as besideKudoTypes } from "../../../src/features/community/kudos-types/Api.ts"
import { prefix, reference } from "../../kit/contract/ApiContract.ts"
import { exists, read, root } from "../../kit/house/SourceTree.ts"

const list = "contract/operations.txt"
/** `family METHOD /path` of every route the catalogue of the product names; further ones are free. Changed by hand. */
const families = "test/contract/families.txt"
const command = "UPDATE_OPERATIONS=1 npm test -- test/pure/contract/operations.test.ts"

const all = Object.entries(reference.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation }))
)
const lineOf = ({ method, operationId, path }: (typeof all)[number]) => `${operationId} ${method} ${path}`

describe("the names of operations", () => {
  it("are those that were published, each for the same route", () => {
    const now = all.map(lineOf).sort()
    const published = exists(list) ? read(list).trim().split("\n") : []
    const gone = published.filter((line) => !now.includes(line))
    assert.deepStrictEqual(gone, [], `renamed or gone. If that is meant, take the lines out of ${list}`)
    if (process.env["UPDATE_OPERATIONS"] === "1") writeFileSync(join(root, list), `${now.join("\n")}\n`)
    else assert.deepStrictEqual(published, now, `not yet in ${list}: ${command}`)
  })

  it("are a tag and a method in camelCase, and no two the same", () => {
    const ids = all.map(({ operationId }) => operationId)
    assert.strictEqual(new Set(ids).size, ids.length)
    assert.deepStrictEqual(
      ids.filter((id) => !/^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/.test(id)),
      []
    )
  })

  it("stand under one tag each, which is described and in use", () => {
    assert.deepStrictEqual(
      all.filter(({ operationId, tags }) => tags.length !== 1 || tags[0] !== operationId.split(".")[0]),
      []
    )
    assert.sameMembers(Object.keys(tags), [...new Set(all.flatMap(({ tags }) => tags))])
  })

  it("stand under the family that the catalogue gives the route", () => {
    const tagOf = new Map(all.map(({ method, path, tags }) => [`${method} ${path.slice(prefix.length)}`, tags.join()]))
    const catalogue = read(families).trim().split("\n")
    assert.isAbove(catalogue.length, 350)
    const wrong = catalogue.flatMap((line) => {
      const route = line.slice(line.indexOf(" ") + 1)
      const now = `${tagOf.get(route)} ${route}`
      return now === line ? [] : [`${line}: ${now}`]
    })
    assert.deepStrictEqual(wrong, [])
  })

  it("follow from method and path", () => {
    const named = (method: string, path: string, isList = false) => operationIdOf(method, path, isList)
    assert.strictEqual(named("GET", "/things", true), "things.list")
    assert.strictEqual(named("GET", "/things"), "things.get")
    assert.strictEqual(named("POST", "/odd-things"), "oddThings.create")
    assert.strictEqual(named("PATCH", "/things/{id}"), "things.update")
    assert.strictEqual(named("PUT", "/things/{id}"), "things.replace")
    assert.strictEqual(named("DELETE", "/things/{id}"), "things.delete")
    assert.strictEqual(named("POST", "/things/{id}/hatch"), "things.hatch")
    assert.strictEqual(named("GET", "/customers/me/things/{id}/players", true), "customersMe.listThingPlayers")
    assert.strictEqual(named("DELETE", "/things/{id}/parts/{part_id}"), "things.deletePart")
    assert.strictEqual(named("PUT", "/things/{id}/parts/reorder"), "things.reorderParts")
    assert.strictEqual(named("POST", "/widget/brags"), "widgetRuntime.createBrag")
  })

  it("of routes beside those of one record are no keys of records that are reached by their key", () => {
    const methodsOf = (path: string) => Object.keys(reference.paths[path] ?? {})
    const beside = (collection: string) => {
      const own = methodsOf(`${prefix}${collection}/{id}`)
      return Object.keys(reference.paths).flatMap((path) => {
        const word = path.startsWith(`${prefix}${collection}/`) ? path.slice(`${prefix}${collection}/`.length) : "{"
        const isInTheWay = !/[{/]/.test(word) && methodsOf(path).some((method) => own.includes(method))
        return isInTheWay ? [word] : []
      })
    }
    assert.deepStrictEqual(beside("/customers/me/causes").sort(), [...besideCauses].sort())
    assert.deepStrictEqual(beside("/customers/me/kudo-types"), besideKudoTypes)
  })
})
