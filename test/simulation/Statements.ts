/** What a statement of the write path asks of the simulated Postgres, known by its text, and what comes back. */
import { SqlError } from "effect/sql"
import type { BudgetKey, RouteKey } from "../../src/buddy/actor/Store.ts"
import { commitText } from "../../src/buddy/journal/JournalParameters.ts"
import { committedParts, type Item } from "./Parts.ts"
import type { Postgres } from "./Postgres.ts"
import { entriesOf, eventOf, othersOf, prestigeOf, reversalOf, standingOf } from "./Reading.ts"
import type { PgError } from "./Tables.ts"

export interface Tenant {
  readonly customer_id: string
  readonly timezone: string
  readonly max_lateness_days: number
  readonly draw_secret: Uint8Array
}

type Run = (
  postgres: Postgres,
  params: ReadonlyArray<unknown>,
  around: {
    readonly tenants: ReadonlyMap<string, Tenant>
    readonly live: (customer_id: string) => ReadonlyArray<unknown>
    readonly interfere: () => PgError | undefined
  }
) => ReadonlyArray<unknown>

export type Kind = "commit" | "each" | "load" | "stored" | "budgets" | "routes" | "read"

const parsed = <A>(text: unknown): A => JSON.parse(text as string) as A
const texts = (params: ReadonlyArray<unknown>) => params as ReadonlyArray<string>

/** The first whose words stand in the text. */
const statements: ReadonlyArray<readonly [words: string, kind: Kind, run: Run]> = [
  // Before those whose words it has, too.
  ["SELECT 'boosters' AS kind", "read", (_postgres, params, { live }) => live(texts(params)[0]!)],
  [
    "journal_write_each(",
    "each",
    (postgres, [items], { interfere }) => postgres.commitEach(parsed<ReadonlyArray<Item>>(items), interfere)
  ],
  [
    "journal_write(",
    "commit",
    (postgres, params) => {
      postgres.commit(committedParts(commitText, params))
      return [{ journal_write: "" }]
    }
  ],
  [
    "journal_wake(",
    "load",
    (postgres, [customers, buddies]) =>
      postgres.load(customers as ReadonlyArray<string>, buddies as ReadonlyArray<string>)
  ],
  [
    "journal_stored(",
    "stored",
    (postgres, [customer, events, commands]) => [
      { stored: postgres.stored(customer as string, parsed(events), parsed(commands)) }
    ]
  ],
  ["journal_budgets(", "budgets", (postgres, [keys]) => postgres.budgets(parsed<ReadonlyArray<BudgetKey>>(keys))],
  ["journal_routes(", "routes", (postgres, [keys]) => postgres.routes(parsed<ReadonlyArray<RouteKey>>(keys))],
  [
    "FROM config_versions",
    "read",
    ({ tables }, params) => {
      const found = tables.configs.get(texts(params).join("/"))
      return found === undefined ? [] : [structuredClone(found)]
    }
  ],
  [
    "FROM customers",
    "read",
    (_postgres, params, { tenants }) => {
      const tenant = tenants.get(texts(params)[0]!)
      if (tenant === undefined) return []
      const { draw_secret, max_lateness_days, timezone } = tenant
      const rest = {
        name: "Acme",
        plan: "pro",
        audiences: [],
        successor: null,
        disabled_capabilities: [],
        active_config_version_id: null,
        newest_erasure_at: null
      }
      return [{ ...rest, settings: { timezone, max_lateness_days }, draw_secret }]
    }
  ],
  ["c.kind = 'reverse_event'", "read", ({ tables }, params) => reversalOf(tables, params)],
  ["FROM events AS e", "read", ({ tables }, params) => othersOf(tables, params)],
  ["AND event_id = ANY(", "read", ({ tables }, params) => eventOf(tables, params)],
  ["FROM ledger", "read", ({ tables }, params) => entriesOf(tables, params)],
  ["kind = 'prestige'", "read", ({ tables }, params) => prestigeOf(tables, params)],
  [
    "audience, status, config_version_id, state FROM buddies",
    "read",
    ({ tables }, params) => standingOf(tables, params)
  ],
  ["FROM webhook_configs", "read", () => [{ webhook_config_id: "endpoint", events: ["*"] }]],
  ["FROM event_types", "read", () => []],
  ["FROM path_definitions", "read", () => []],
  ["FROM test_clock_users", "read", () => []]
  // What runs for all buddies.
]

export const isKnown = (text: string): boolean => statements.some(([words]) => text.includes(words))

/** For a statement that is known. */
export const understand = (text: string): { readonly kind: Kind; readonly run: Run } => {
  const [, kind, run] = statements.find(([words]) => text.includes(words))!
  return { kind, run }
}

const reasonOf = (error: PgError): SqlError.SqlErrorReason => {
  const props = { cause: error, message: error.message, operation: "query" }
  switch (error.code) {
    case "08006":
      return new SqlError.ConnectionError({ ...props, cause: new Error("the connection was cut") })
    case "23505":
      return new SqlError.UniqueViolation({ ...props, constraint: error.constraint ?? "unknown" })
    case "40001":
      return new SqlError.SerializationError(props)
    case "40P01":
      return new SqlError.DeadlockError(props)
    case "55P03":
      return new SqlError.LockTimeoutError(props)
    case "57014":
      return new SqlError.StatementTimeoutError(props)
    case "23514":
      return new SqlError.ConstraintError(props)
    default:
      return new SqlError.UnknownError(props)
  }
}

/** As the driver tells it. */
export const sqlErrorOf = (error: PgError): SqlError.SqlError => new SqlError.SqlError({ reason: reasonOf(error) })
