/** Items named in what a tenant keeps live: each becomes its id, one that nobody sells is refused where it stands. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { type ItemMention, itemMentions, itemNames, renameItems } from "../Rules/ItemNames.ts"
import { catalogueReads } from "./Catalogue.ts"

export const itemReferences = (sql: SqlClient.SqlClient) => {
  const { itemsOf } = catalogueReads(sql)

  /** The id of each, or 422 with the places of those that are none. */
  const resolved = Effect.fnUntraced(function* (customer_id: string, mentions: ReadonlyArray<ItemMention>) {
    const items = mentions.length === 0 ? [] : yield* itemsOf(customer_id)
    const ids = new Set(items.map(({ item_id }) => item_id))
    const { idOf } = itemNames(items)
    const issues = mentions.flatMap(({ name, path }) =>
      ids.has(idOf(name)) ? [] : [{ path, message: `there is no item ${name}` }]
    )
    if (issues.length > 0) return yield* new ValidationFailed({ issues })
    return idOf
  })

  return {
    resolved,
    /** The document with ids for names, in rewards and in conditions on owned items. */
    within: <A>(customer_id: string, document: A) =>
      Effect.map(resolved(customer_id, itemMentions(document)), (idOf) => renameItems(document, idOf))
  }
}
