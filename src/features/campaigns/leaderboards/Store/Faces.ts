/** Who stands behind the rows of a board or a league: names and pictures of today, and who hides. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../../Config.ts"
import { assetUrl } from "../../../../platform/storage/Assets.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"

const Row = Schema.Struct({
  buddy_id: Schema.String,
  name: Schema.String,
  thumb_sha: Schema.NullOr(Schema.String),
  hidden: Schema.Boolean
})

export interface Face {
  /** null: it hides */
  readonly name: string | null
  readonly thumb_url: string | null
  readonly hidden: boolean
}

/** Of a buddy that is gone. */
const nobody: Face = { name: null, thumb_url: null, hidden: true }

export type Faces = (customer_id: string, buddy_ids: ReadonlyArray<string>) => Effect.Effect<(buddy_id: string) => Face>

const TeamRow = Schema.Struct({ team_id: Schema.String, name: Schema.String })

/** Of teams: a name and no picture. One that was deleted a moment ago has neither. */
export const makeTeamFaces: Effect.Effect<Faces, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return Effect.fn("Leaderboards.teamFaces")(function* (customer_id: string, team_ids: ReadonlyArray<string>) {
    if (team_ids.length === 0) return () => nobody
    const found = yield* rows(TeamRow)(sql`
      SELECT team_id, name FROM teams
      WHERE customer_id = ${customer_id}::uuid AND team_id = ANY(${team_ids}::uuid[]) AND deleted_at IS NULL`)
    const names = new Map(found.map(({ name, team_id }) => [team_id, name]))
    return (team_id: string) => ({ name: names.get(team_id) ?? null, thumb_url: null, hidden: false })
  })
})

/** To be yielded while a layer is built. A page of rows is one statement. */
export const makeFaces: Effect.Effect<Faces, never, SqlClient.SqlClient | AppConfig> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicUrl } = yield* AppConfig
  return Effect.fn("Leaderboards.faces")(function* (customer_id: string, buddy_ids: ReadonlyArray<string>) {
    if (buddy_ids.length === 0) return () => nobody
    const found = yield* rows(Row)(sql`
      SELECT b.buddy_id, b.name, b.thumb_sha, h.buddy_id IS NOT NULL AS hidden
      FROM buddies AS b LEFT JOIN leaderboard_hidden AS h USING (customer_id, buddy_id)
      WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ANY(${buddy_ids}::uuid[])`)
    const faces = new Map(
      found.map(({ buddy_id, hidden, name, thumb_sha }): [string, Face] => [
        buddy_id,
        hidden ? nobody : { name, thumb_url: assetUrl(publicUrl, thumb_sha), hidden }
      ])
    )
    return (buddy_id: string) => faces.get(buddy_id) ?? nobody
  })
})
