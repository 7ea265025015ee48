/**
 * The server one would write first: Fastify, a pool of 20, one transaction per event, the buddy's row locked, prepared
 * statements. It authenticates, validates, runs the same rules (our own engine) and writes the same rows with the same
 * ledger chain; only the architecture differs. It keeps what does not change (key, configuration, endpoint) in memory.
 *
 *   node plain.ts DATABASE_URL PORT
 */
import { withoutCampaigns } from "../../src/engine/campaigns/Campaigns.ts"
import fastify from "fastify"
import { createHmac, hash } from "node:crypto"
import { Pool, type PoolClient } from "pg"
import { ledgerHash, genesisHash } from "../../src/buddy/journal/Ledger.ts"
import { traceText } from "../../src/buddy/journal/StoredTrace.ts"
import { decide } from "../../src/engine/core/decide.ts"
import { compile } from "../../src/engine/core/Snapshot.ts"
import { hashKey } from "../../src/platform/auth/Credentials.ts"
import { RandomBytes, uuidAt } from "../../src/platform/postgres/Ids.ts"

const [url, port] = [process.argv[2]!, Number(process.argv[3])]
const pool = new Pool({ connectionString: url, max: 20 })
const random = RandomBytes.defaultValue()
const nextId = () => uuidAt(random, Date.now())

const one = async (text: string) => (await pool.query(text)).rows[0]
const tenant = await one("SELECT customer_id, draw_secret FROM customers")
const key = await one("SELECT key_hash FROM api_keys")
const version = await one("SELECT config_version_id, content FROM config_versions")
const endpoint = await one("SELECT webhook_config_id, events FROM webhook_configs")
const snapshot = compile(version.content, { config_version_id: version.config_version_id })
const known = new Map([[Buffer.from(key.key_hash).toString("hex"), tenant.customer_id as string]])

const statements = {
  event: {
    name: "event",
    text: `SELECT e.effects FROM event_keys AS k JOIN events AS e USING (customer_id, sequence)
           WHERE k.customer_id = $1 AND k.event_id = $2`
  },
  buddy: {
    name: "buddy",
    text: `SELECT buddy_id, user_id, audience, status, version, state FROM buddies
           WHERE customer_id = $1 AND user_id = $2 AND audience = $3 AND status = 'active' ORDER BY created_at
             LIMIT 1 FOR UPDATE`
  },
  heads: {
    name: "heads",
    text: `SELECT DISTINCT ON (unit) unit, seq, hash FROM ledger WHERE customer_id = $1 AND buddy_id = $2
           ORDER BY unit, seq DESC`
  },
  insertEvent: {
    name: "insertEvent",
    text: `INSERT INTO events (customer_id, event_id, buddy_id, user_id, type, audience, occurred_at, received_at,
      properties, payload_hash, mode,
             config_version_id, effects, trace) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'live', $11, $12, $13)`
  },
  updateBuddy: {
    name: "updateBuddy",
    text: `UPDATE buddy_states SET version = version + 1, coins = $3, evolution_stage = $4, state = $5, updated_at = $6
           WHERE customer_id = $1 AND buddy_id = $2`
  },
  insertLedger: {
    name: "insertLedger",
    text: `INSERT INTO ledger (customer_id, buddy_id, unit, seq, ledger_id, amount, balance_after, reason,
      reference_type, reference_id, rule_id,
             config_version_id, is_lucky, created_at, prev_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,
               $10, $11, $12, $13, $14, $15, $16)`
  },
  insertDelivery: {
    name: "insertDelivery",
    text: `INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, next_attempt_at,
      created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $6)`
  },
  usage: {
    name: "usage",
    text: `INSERT INTO event_usage (customer_id, month, slot, used) VALUES ($1, $2, 0, 1)
           ON CONFLICT (customer_id, month, slot) DO UPDATE SET used = event_usage.used + 1`
  }
}

interface Body {
  readonly event_id: string
  readonly user_id: string
  readonly type: string
  readonly occurred_at: string
  readonly properties: Readonly<Record<string, unknown>>
}

const nothing = {
  coins: 0,
  badges_awarded: [],
  tokens: [],
  evolution_ready: false,
  streak_updates: [],
  path_updates: []
}

const inTransaction = async (client: PoolClient, customer_id: string, body: Body) => {
  const repeated = await client.query({ ...statements.event, values: [customer_id, body.event_id] })
  if (repeated.rows.length > 0) return repeated.rows[0].effects
  const found = await client.query({ ...statements.buddy, values: [customer_id, body.user_id, "default"] })
  const buddy = found.rows[0]
  if (buddy === undefined) return nothing
  const now = Date.now()
  const decision = decide(
    snapshot,
    buddy.state,
    {
      _tag: "Event",
      event_id: body.event_id,
      type: body.type,
      occurred_at: Date.parse(body.occurred_at),
      properties: body.properties
    },
    {
      ...withoutCampaigns,
      now,
      buddy,
      tenant_timezone: "UTC",
      path: null,
      max_lateness_days: 7,
      nextId,
      draw: (label) =>
        createHmac("sha256", tenant.draw_secret).update(`${body.event_id}|${label}`).digest().readUIntBE(0, 6) /
        2 ** 48,
      paid: () => false,
      budget: () => Number.POSITIVE_INFINITY
    }
  )
  if (decision._tag === "Rejected") return nothing
  const at = new Date(now)
  const heads = await client.query({ ...statements.heads, values: [customer_id, buddy.buddy_id] })
  const chain = new Map<string, { seq: number; hash: string }>(
    heads.rows.map((row) => [row.unit, { seq: Number(row.seq), hash: row.hash }])
  )
  await client.query({
    ...statements.insertEvent,
    values: [
      customer_id,
      body.event_id,
      buddy.buddy_id,
      body.user_id,
      body.type,
      "default",
      body.occurred_at,
      at,
      JSON.stringify(body.properties),
      hash("sha256", JSON.stringify(body)),
      version.config_version_id,
      JSON.stringify(decision.effects),
      traceText(decision.trace)
    ]
  })
  await client.query({
    ...statements.updateBuddy,
    values: [
      customer_id,
      buddy.buddy_id,
      decision.state.coins.balance,
      decision.state.evolution_stage,
      JSON.stringify(decision.state),
      at
    ]
  })
  for (const entry of decision.entries) {
    const head = chain.get(entry.unit)
    const seq = (head?.seq ?? 0) + 1
    const prev_hash = head?.hash ?? genesisHash
    const row = {
      customer_id,
      buddy_id: buddy.buddy_id,
      unit: entry.unit,
      seq,
      ledger_id: entry.ledger_id,
      amount: entry.amount,
      balance_after: entry.balance_after,
      reason: entry.reason,
      reference_type: entry.reference_type,
      reference_id: entry.reference_id,
      rule_id: entry.rule_id,
      config_version_id: version.config_version_id,
      reverses_ledger_id: null,
      is_lucky: entry.is_lucky,
      created_at: at.toISOString()
    }
    const digest = ledgerHash(prev_hash, row)
    chain.set(entry.unit, { seq, hash: digest })
    await client.query({
      ...statements.insertLedger,
      values: [
        customer_id,
        row.buddy_id,
        row.unit,
        seq,
        row.ledger_id,
        row.amount,
        row.balance_after,
        row.reason,
        row.reference_type,
        row.reference_id,
        row.rule_id,
        row.config_version_id,
        row.is_lucky,
        at,
        prev_hash,
        digest
      ]
    })
  }
  for (const { body: payload, event } of decision.outbound) {
    if (!endpoint.events.includes(event)) continue
    await client.query({
      ...statements.insertDelivery,
      values: [customer_id, nextId(), endpoint.webhook_config_id, event, JSON.stringify(payload), at]
    })
  }
  await client.query({ ...statements.usage, values: [customer_id, at.toISOString().slice(0, 7)] })
  return decision.effects
}

const app = fastify()
app.post(
  "/api/v1/events",
  {
    schema: {
      body: {
        type: "object",
        required: ["event_id", "user_id", "type", "occurred_at"],
        properties: {
          event_id: { type: "string", minLength: 1, maxLength: 255 },
          user_id: { type: "string", minLength: 1, maxLength: 255 },
          type: { type: "string", minLength: 1, maxLength: 128 },
          occurred_at: { type: "string", format: "date-time" },
          properties: { type: "object" }
        }
      }
    }
  },
  async (request, reply) => {
    const credential = request.headers.authorization?.slice(7) ?? ""
    const customer_id = known.get(Buffer.from(hashKey(credential)).toString("hex"))
    if (customer_id === undefined) return reply.code(401).send({ error: { code: "unauthorized" } })
    const body = request.body as Body
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
      const effects = await inTransaction(client, customer_id, body)
      await client.query("COMMIT")
      return { accepted: true, event_id: body.event_id, effects }
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
  }
)

await app.listen({ port, host: "127.0.0.1" })
process.stdout.write("ready\n")
