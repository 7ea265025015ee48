/**
 * One service per embedded database. A second one would take over its demo endpoint and its users' requests, so it is
 * told what runs where and how to have one of its own. Commands that only look at the database need not ask.
 *
 * Whoever serves holds an advisory lock of Postgres, which is gone with the process however that ends; the name of its
 * connection says which process it is.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer, type Redacted, Schedule, Schema } from "effect"
import { isAlive } from "./PostgresServer.ts"
import { row } from "./Sql.ts"

/** What went wrong, as one sentence that names the remedy. */
export class AlreadyServed extends Data.TaggedError("AlreadyServed")<{ readonly message: string }> {}

/** Any two numbers, as long as nothing else in this database locks on them. */
const [namespace, object] = [4_843_172, 1]

/** A connection that was lost, because Postgres was restarted, gives the lock up: look so often. */
const look_every = "5 seconds"

/** A process that was killed holds the lock until Postgres has noticed. */
const last_words_max = { schedule: Schedule.spaced("100 millis"), times: 100 }

/** Postgres cuts the names of connections here. */
const name_length_max = 63

const State = Schema.Struct({ held: Schema.Boolean, holder: Schema.NullOr(Schema.String) })

const askWith = (sql: PgClient.PgClient) => {
  const lock = sql`l.locktype = 'advisory' AND l.granted AND l.classid = ${namespace} AND l.objid = ${object}
    AND l.objsubid = 2 AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`
  return row(State)(sql`
    SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_locks l WHERE ${lock} AND l.pid = pg_backend_pid()) THEN true
             ELSE pg_try_advisory_lock(${namespace}::int, ${object}::int) END AS held,
           (SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
            WHERE ${lock}) AS holder`)
}

export interface Claim {
  readonly url: Redacted.Redacted
  readonly dataDir: string
  /** where this service answers */
  readonly baseUrl: string
  /** 0: a free one */
  readonly port: number
}

const refusal = ({ dataDir, port }: Claim, holder: string) => {
  const other = port === 0 ? "" : `PORT=${port + 1} `
  return new AlreadyServed({
    message:
      `${holder} serves the data in ${dataDir} already. Stop it first, ` +
      `or give this one a place of its own: ${other}DATA_DIR=${dataDir}-2 npm start`
  })
}

/** Held for as long as the scope is open. Fails when another living process has it. */
export const serveAlone = Effect.fnUntraced(function* (claim: Claim) {
  const name = `Hatchery (process ${process.pid}) at ${claim.baseUrl}`.slice(0, name_length_max)
  const client = PgClient.layer({ url: claim.url, maxConnections: 1, applicationName: name, idleTimeout: "1 day" })
  const ask = askWith(Context.get(yield* Layer.build(client), PgClient.PgClient))
  const take = Effect.gen(function* () {
    const found = yield* ask
    if (found._tag === "Some" && found.value.held) return
    const holder = (found._tag === "Some" ? found.value.holder : null) ?? "Another Hatchery"
    const pid = Number(/\(process (\d+)\)/.exec(holder)?.[1] ?? 0)
    return yield* Effect.fail({ holder, isLeaving: pid === 0 || pid === process.pid || !isAlive(pid) })
  })
  yield* take.pipe(
    Effect.retry({ while: ({ isLeaving }) => isLeaving, ...last_words_max }),
    Effect.mapError(({ holder }) => refusal(claim, holder))
  )
  // While Postgres is away there is nothing to hold; it is looked for again.
  yield* Effect.ignoreCause(take).pipe(Effect.repeat(Schedule.spaced(look_every)), Effect.forkScoped)
})
