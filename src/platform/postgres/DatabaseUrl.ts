/** Where Postgres is; holds the password, so it stays redacted until a client is built from it. */
import { Context, type Redacted } from "effect"

export class DatabaseUrl extends Context.Service<DatabaseUrl, Redacted.Redacted>()("hatchery/platform/DatabaseUrl") {}
