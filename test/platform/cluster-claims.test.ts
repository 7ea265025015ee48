/** Messages of the cluster whose reader is no more, over a real database. */
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Schema } from "effect"
import {
  ClusterSchema,
  EntityAddress,
  EntityId,
  EntityType,
  Envelope,
  Message,
  MessageStorage,
  ShardId,
  ShardingConfig,
  Snowflake
} from "effect/cluster"
import { Headers } from "effect/http"
import { Rpc } from "effect/rpc"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { MessageStorageLive } from "../../src/platform/cluster/ClusterStorage.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"

const shard = ShardId.make("default", 1)
const elsewhere = ShardId.make("default", 2)

const Ask = Rpc.make("ask", { payload: { id: Schema.String }, primaryKey: ({ id }) => id }).annotate(
  ClusterSchema.Persisted,
  true
)

const Storage = Layer.unwrap(
  Effect.map(testDatabase, (url) =>
    MessageStorageLive.pipe(
      Layer.provideMerge(Snowflake.layerGenerator),
      Layer.provide(ShardingConfig.layer()),
      Layer.provideMerge(postgresClient({ url, maxConnections: 2, applicationName: "hatchery-test" }))
    )
  )
)

const save = (id: string, shardId: ShardId.ShardId) =>
  Effect.gen(function* () {
    const storage = yield* MessageStorage.MessageStorage
    const requestId = (yield* Snowflake.Generator).nextUnsafe()
    const address = EntityAddress.make({
      entityType: EntityType.make("Test"),
      entityId: EntityId.make("one"),
      shardId
    })
    const payload = Ask.payloadSchema.make({ id })
    yield* storage.saveRequest(
      new Message.OutgoingRequest({
        envelope: Envelope.makeRequest<typeof Ask>({ requestId, address, tag: "ask", payload, headers: Headers.empty }),
        context: Context.empty() as Context.Context<never>,
        rpc: Ask,
        lastReceivedReply: Option.none(),
        respond: () => Effect.void,
        annotations: Ask.annotations
      })
    )
    return requestId
  })

const read = Effect.gen(function* () {
  const storage = yield* MessageStorage.MessageStorage
  const messages = yield* storage.unprocessedMessages([shard])
  return messages.map(({ envelope }) => envelope.requestId)
})

const claimsGrowOld = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE cluster_messages SET last_read = last_read - interval '6 seconds'`
  yield* TestClock.adjust("6 seconds")
})

it.effect("what a reader took with it that is no more is read again after seconds, by the owner of its shard", () =>
  Effect.gen(function* () {
    const mine = yield* save("mine", shard)
    yield* save("not mine", elsewhere)
    assert.deepStrictEqual(yield* read, [mine])
    assert.deepStrictEqual(yield* read, [])
    yield* claimsGrowOld
    assert.deepStrictEqual(yield* read, [mine])
    assert.deepStrictEqual(yield* read, [])
  }).pipe(Effect.provide(Storage))
)
