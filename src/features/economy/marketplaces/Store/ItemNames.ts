/** Conditions on owned items, written with keys: what is kept names the item itself, which keeps its id for ever. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { renameItems } from "../Rules/ItemNames.ts"
import { catalogueReads } from "./Catalogue.ts"

const mentionsItems = (value: unknown): boolean => JSON.stringify(value).includes('"item_owned"')

/**
 * Asked with what is about to be kept, answers how its names of items become ids: a key, `marketplace_key/item_key` or
 * an id. A marketplace means its own item before a namesake elsewhere. A name no item has stays as it is; an item may
 * still come.
 */
export const itemNaming = (sql: SqlClient.SqlClient) => {
  const { namesOf } = catalogueReads(sql)
  return Effect.fnUntraced(function* (customer_id: string, value: unknown, marketplace_id: string | null = null) {
    if (!mentionsItems(value)) return <A>(same: A): A => same
    const { idOf } = yield* namesOf(customer_id, marketplace_id)
    return <A>(named: A): A => renameItems(named, idOf)
  })
}
