/** `hatchery erasures`: what keeps users who were erased from coming back with a backup. */
import { Console, Effect, FileSystem, Layer, Option, Schema, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import { type Reapplied, reapply } from "../features/tenant/erasures/Service/Reapplying.ts"
import { ErasureOpening } from "../features/tenant/erasures/Store/Opening.ts"
import { ErasureRecord, ErasureRecords } from "../features/tenant/erasures/Store/Records.ts"
import { OperationStore } from "../features/players/operations/Store.ts"
import { Tokens } from "../platform/auth/Tokens.ts"
import { announce, CacheInvalidation } from "../platform/cluster/CacheInvalidation.ts"
import { KeyRing } from "../platform/secrets/KeyRing.ts"
import { Vault } from "../platform/secrets/Vault.ts"
import { onMigratedDatabase } from "./Operator.ts"
import { refuse } from "./Outcome.ts"

/** Running nodes hear of what changes; this process keeps nothing that could be out of date. */
const Announcing = Layer.effect(
  CacheInvalidation,
  Effect.map(SqlClient.SqlClient, (sql) =>
    CacheInvalidation.of({ publish: (change) => announce(sql, change), subscribe: () => undefined })
  )
)

const Erasing = Layer.mergeAll(ErasureOpening.layer, ErasureRecords.layer, OperationStore.layer).pipe(
  Layer.provideMerge(Vault.layer),
  Layer.provideMerge(Layer.merge(Tokens.layer, Announcing)),
  Layer.provideMerge(KeyRing.once)
)

const atRecords = <A, E, R>(handler: Effect.Effect<A, E, R>) => onMigratedDatabase(Effect.provide(handler, Erasing))

const nobody = "00000000-0000-0000-0000-000000000000"

/** All that the database has on record. */
const ownRecords = Stream.paginate({ customer_id: nobody, erasure_id: nobody }, (after) =>
  Effect.gen(function* () {
    const page = yield* (yield* ErasureRecords).page(after)
    return [page, Option.fromUndefinedOr(page.at(-1))] as const
  })
)

const textOf = (records: Iterable<ErasureRecord>) =>
  Array.from(records, (record) => `${JSON.stringify(record)}\n`).join("")

/** Of an erasure that stands in both the database's own is the newer one. */
const together = (kept: ReadonlyArray<ErasureRecord>) =>
  Effect.map(Stream.runCollect(ownRecords), (own) =>
    new Map([...kept, ...own].map((one) => [one.erasure_id, one])).values()
  )

const readLine = Schema.decodeUnknownEffect(Schema.fromJsonString(ErasureRecord))

const readFile = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* files.readFileString(name).pipe(Effect.catch(() => refuse(`${name} cannot be read.`)))
  const lines = text.split("\n").filter((line) => line !== "")
  return yield* Effect.forEach(lines, (line, index) =>
    readLine(line).pipe(Effect.catch(() => refuse(`Line ${index + 1} of ${name} is no record of an erasure.`)))
  )
})

const file = Argument.String("file").pipe(Argument.withDescription("one erasure a line"), Argument.optional)

const record = Command.make("record", { file }, ({ file: name }) =>
  atRecords(
    Effect.gen(function* () {
      if (Option.isNone(name)) return void process.stdout.write(textOf(yield* together([])))
      const files = yield* FileSystem.FileSystem
      const isThere = yield* Effect.orElseSucceed(files.exists(name.value), () => true)
      // A database that was brought back knows nothing of the latest ones: what the file knows stays in it.
      const text = textOf(yield* together(isThere ? yield* readFile(name.value) : []))
      const draft = `${name.value}.new`
      yield* files.writeFileString(draft, text).pipe(
        Effect.andThen(files.rename(draft, name.value)),
        Effect.catch(() => refuse(`${name.value} cannot be written.`))
      )
    })
  )
).pipe(
  Command.withDescription("Writes down which erasures there were, beside those in the file. Nobody is named in it.")
)

const report = ({ erased, records, unreadable, users }: Reapplied): string =>
  `${records} erasures on record, ${users} names looked at, ${erased} to be erased again` +
  (erased > 0 ? "; running nodes do that." : ".") +
  (unreadable.length > 0 ? ` No key of this service opens the records of ${unreadable.join(", ")}.` : "")

const again = Command.make("reapply", { file }, ({ file: name }) =>
  atRecords(
    Effect.gen(function* () {
      const kept = Option.isSome(name) ? yield* readFile(name.value) : []
      const done = yield* reapply([...(yield* together(kept))])
      yield* Console.log(report(done))
      if (done.unreadable.length > 0) process.exitCode = 1
    })
  )
).pipe(Command.withDescription("After a restore: erases again who is on record."))

export const erasures = Command.make("erasures").pipe(
  Command.withDescription("Users who were erased, and may not come back with a backup."),
  Command.withSubcommands([record, again])
)
