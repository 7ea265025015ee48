/** What the operator's commands share: the service's own database, and tables of text. */
import { Effect } from "effect"
import { Flag } from "effect/cli"
import * as Migrations from "../platform/postgres/Migrations.ts"
import { Database } from "./Database.ts"
import { refuse, sayingWhy } from "./Outcome.ts"

/** Runs a command's handler on the database; whatever is wrong is said in one line. */
export const onDatabase = <A, E, R>(handler: Effect.Effect<A, E, R>) =>
  handler.pipe(Effect.provide(Database), sayingWhy)

/** The same, where the database has to have the schema of this release. */
export const onMigratedDatabase = <A, E, R>(handler: Effect.Effect<A, E, R>) =>
  onDatabase(
    Effect.gen(function* () {
      const missing = yield* Migrations.pending
      if (missing === 0) return void (yield* handler)
      yield* refuse(`This database lacks ${missing} migrations of this release; starting the service runs them.`)
    })
  )

/** How many lines to show, at most. */
export const limitFlag = (what: string, otherwise: number) =>
  Flag.Int("limit").pipe(
    Flag.withDefault(otherwise),
    Flag.filter(
      (count) => count >= 1,
      () => "at least 1"
    ),
    Flag.withDescription(what)
  )

/** Left-aligned columns under their names. */
export const tableText = (names: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = names.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: ReadonlyArray<string>) => cells.map((cell, column) => cell.padEnd(widths[column]!)).join("  ")
  return [names, ...rows].map((cells) => line(cells).trimEnd()).join("\n")
}
