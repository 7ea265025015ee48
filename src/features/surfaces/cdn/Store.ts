/** The files of all builds in use, so that every node can serve each of them. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"

/** packed with brotli */
export interface StoredFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const day_ms = 86_400_000

const Name = Schema.Struct({ name: Schema.String })
const Address = Schema.Struct({ build: Schema.String, name: Schema.String })
const Bytes = Schema.Struct({ bytes: Schema.Uint8Array })

export class CdnStore extends Context.Service<
  CdnStore,
  {
    /** writes what is not there, and that it has been seen */
    keep(build: string, files: ReadonlyArray<StoredFile>): Effect.Effect<void>
    /** every file there is, as `build/name` */
    readonly addresses: Effect.Effect<ReadonlySet<string>>
    /** and notes, once a day, that somebody wants this build */
    find(build: string, name: string): Effect.Effect<Option.Option<Uint8Array>>
  }
>()("hatchery/features/cdn/CdnStore") {
  static readonly layer = Layer.effect(
    CdnStore,
    Effect.map(SqlClient.SqlClient, (sql) =>
      CdnStore.of({
        keep: Effect.fn("CdnStore.keep")(function* (build, files) {
          const now = yield* nowDate
          const known = yield* rows(Name)(sql`
            UPDATE cdn_files SET seen_at = ${now} WHERE build = ${build} RETURNING name`)
          const missing = files.filter(({ name }) => known.every((one) => one.name !== name))
          if (missing.length === 0) return
          // Many nodes that start together write the same, in the same order, and the first of each file wins.
          yield* execute(sql`
            INSERT INTO cdn_files (build, name, bytes, seen_at)
            SELECT ${build}, name, decode(packed, 'base64'), ${now}
            FROM unnest(${missing.map(({ name }) => name)}::text[],
              ${missing.map(({ bytes }) => Buffer.from(bytes).toString("base64"))}::text[]) AS given (name, packed)
            ORDER BY name
            ON CONFLICT (build, name) DO NOTHING`)
        }),
        addresses: Effect.map(
          rows(Address)(sql`SELECT build, name FROM cdn_files`),
          (found) => new Set(found.map(({ build, name }) => `${build}/${name}`))
        ),
        find: Effect.fn("CdnStore.find")(function* (build, name) {
          const found = yield* row(Bytes)(sql`
            SELECT bytes FROM cdn_files WHERE build = ${build} AND name = ${name}`)
          const now = yield* nowDate
          const yesterday = new Date(now.getTime() - day_ms)
          if (Option.isSome(found)) {
            yield* execute(sql`
              UPDATE cdn_files SET seen_at = ${now} WHERE build = ${build} AND seen_at < ${yesterday}`)
          }
          return Option.map(found, ({ bytes }) => new Uint8Array(bytes))
        })
      })
    )
  )
}
