/**
 * Teams in Postgres. Who is in one stands in team_members and how many in rule_budgets; both are written by the commits
 * of the buddies alone (see buddy/journal/TeamRows), and only read here.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { cursorPaging } from "../../../platform/postgres/Paging.ts"
import { type Definitions, definitions } from "./Store/Definitions.ts"
import { type Feed, feeds } from "./Store/Feed.ts"
import { type Members, members } from "./Store/Members.ts"

export class TeamStore extends Context.Service<TeamStore, Definitions & Members & Feed>()(
  "hatchery/features/teams/TeamStore"
) {
  static readonly layer = Layer.effect(
    TeamStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { publicUrl } = yield* AppConfig
      return TeamStore.of({ ...definitions(sql), ...members(sql, publicUrl), ...feeds(sql, yield* cursorPaging) })
    })
  )
}
