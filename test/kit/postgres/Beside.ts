/** A way to the database past the service. */
import { Effect, Redacted } from "effect"
import { Client } from "pg"

export const beside = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client(Redacted.value(url))
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )
