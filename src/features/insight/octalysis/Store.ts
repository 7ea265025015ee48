/** What of a workspace is set up now, of all that belongs to no config version. */
import { Context, Effect, Layer, Schema } from "effect"
import { Reports } from "../../../platform/postgres/Reports.ts"
import { nowDate, rows } from "../../../platform/postgres/Sql.ts"
import type { Crowded } from "../analytics/Store/Sums.ts"

const FactRow = Schema.Struct({ fact: Schema.String })

const items = "FROM marketplace_items AS i WHERE i.customer_id = c.customer_id AND i.status = 'active'"

/** By fact: what there has to be a row of; `c` is the workspace's, `$2` the moment. */
const facts: Readonly<Record<string, string>> = {
  narrative: "FROM narratives AS n WHERE n.customer_id = c.customer_id AND n.texts <> '{}'",
  mission_anchor: "FROM mission_anchors AS a WHERE a.customer_id = c.customer_id AND a.enabled",
  causes: "FROM causes AS k WHERE k.customer_id = c.customer_id AND k.status = 'active'",
  council: "FROM councils AS k WHERE k.customer_id = c.customer_id",
  paths: "FROM path_definitions AS p WHERE p.customer_id = c.customer_id AND p.is_active",
  equip: items,
  outfits: items,
  items,
  boosters: `FROM booster_grants AS b WHERE b.customer_id = c.customer_id AND b.deleted_at IS NULL AND b.ends_at > $2`,
  teams: "FROM teams AS t WHERE t.customer_id = c.customer_id AND t.deleted_at IS NULL",
  leagues: "FROM leagues AS l WHERE l.customer_id = c.customer_id AND l.enabled",
  kudos: "FROM kudo_types AS k WHERE k.customer_id = c.customer_id AND k.status = 'active'",
  group_quests: "FROM group_quests AS q WHERE q.customer_id = c.customer_id AND q.status = 'active'",
  mentors: "FROM mentor_visibility AS m WHERE m.customer_id = c.customer_id AND m.enabled",
  // Links are there for everybody: shared ones tell that the workspace leads to them.
  share: `FROM analytics_counters AS a WHERE a.customer_id = c.customer_id AND a.metric = 'feature_actions'
    AND a.key = 'share'`,
  gates: "FROM gates AS g WHERE g.customer_id = c.customer_id",
  flash_sales: "FROM flash_sales AS s WHERE s.customer_id = c.customer_id AND s.deleted_at IS NULL AND s.ends_at > $2",
  limited_stock: `${items} AND i.content #>> '{stock,total}' IS NOT NULL`,
  mystery_boxes: `FROM mystery_boxes AS b WHERE b.customer_id = c.customer_id AND b.deleted_at IS NULL
    AND b.content ->> 'status' = 'active'`,
  surprise_drops: `FROM surprise_drops AS d WHERE d.customer_id = c.customer_id AND d.deleted_at IS NULL
    AND (d.content ->> 'enabled')::boolean`,
  lotteries: "FROM lotteries AS l WHERE l.customer_id = c.customer_id AND l.deleted_at IS NULL AND l.status = 'active'"
}

const each = Object.entries(facts).map(
  ([fact, row]) =>
    `SELECT '${fact}' AS fact FROM customers AS c WHERE c.customer_id = $1::uuid AND EXISTS (SELECT ${row})`
)
const statement = each.join(" UNION ALL ")

export class MechanicStore extends Context.Service<
  MechanicStore,
  { facts(customer_id: string): Effect.Effect<ReadonlyArray<string>, Crowded> }
>()("hatchery/features/octalysis/MechanicStore") {
  static readonly layer = Layer.effect(
    MechanicStore,
    Effect.map(Reports, (reports) =>
      MechanicStore.of({
        facts: Effect.fn("MechanicStore.facts")(function* (customer_id) {
          const now = yield* nowDate
          const found = yield* reports.read(customer_id, (sql) =>
            rows(FactRow)(sql.unsafe(statement, [customer_id, now]))
          )
          return found.map(({ fact }) => fact)
        })
      })
    )
  )
}
