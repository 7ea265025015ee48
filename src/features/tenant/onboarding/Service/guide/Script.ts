/** JavaScript for Node, also in Next.js, and the shell for everything else. */
import { type Dialect, type EventCall, quoted } from "./Dialect.ts"

const call = ({ event_type, properties }: EventCall): string => {
  const fields = properties.map(([name, value]) => `${quoted(name)}: ${JSON.stringify(value)}`).join(", ")
  const event = `type: ${quoted(event_type)}, properties: { ${fields} }`
  return `  await track({ event_id: eventId(), user_id: userId, ${event} })`
}

const client = `// HATCHERY_URL and HATCHERY_API_KEY come from the environment; the key never leaves your server.
import { env } from "node:process"
import { setTimeout as pause } from "node:timers/promises"

const base = env.HATCHERY_URL + "/api/v1"
const key = env.HATCHERY_API_KEY

async function send(method, path, body) {
  // The same body again: an event_id that arrived counts once, however often it is sent.
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(base + path, {
        method,
        headers: { authorization: "Bearer " + key, "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      if (response.ok) return await response.json()
      const isLater = response.status === 429 || response.status >= 500
      if (!isLater || attempt === 4) throw new Error("Hatchery answered " + response.status)
    } catch (error) {
      if (attempt === 4 || String(error).includes("Hatchery answered 4")) throw error
    }
    await pause(500 * 2 ** attempt)
  }
}

export const track = (event) => send("POST", "/events", event)

export async function hatch(userId) {
  const egg = await send("POST", "/eggs?ensure=true", { user_id: userId })
  await send("PATCH", "/eggs/" + egg.egg_id + "/status", { status: "ready" })
  return send("POST", "/eggs/" + egg.egg_id + "/hatch", {})
}

export const widgetToken = (buddyId, userId) =>
  send("POST", "/widget-sessions", { buddy_id: buddyId, user_id: userId, scopes: ["read"], ttl_seconds: 3600 })
`

const check = `import { createHmac, timingSafeEqual } from "node:crypto"
import { env } from "node:process"

/** \`body\` is the raw text of the request; anything older than five minutes is refused. */
export function isGenuine(body, timestamp, signature) {
  if (Math.abs(Number(new Date) / 1000 - Number(timestamp)) > 300) return false
  const hmac = createHmac("sha256", env.HATCHERY_WEBHOOK_SECRET)
  const expected = Buffer.from("sha256=" + hmac.update(timestamp + "." + body).digest("hex"))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
`

const events = (path: string) => (calls: ReadonlyArray<EventCall>) =>
  `import { randomUUID } from "node:crypto"
import { track } from ${quoted(path)}

// Keep the id with what happened: who sends it again sends the same one.
const eventId = () => randomUUID()

export async function example(userId) {
${calls.map(call).join("\n")}
}
`

export const node: Dialect = {
  language: "javascript",
  files: { client: "hatchery.mjs", events: "events.mjs", webhook: "webhook.mjs" },
  client,
  events: events("./hatchery.mjs"),
  webhook: check
}

export const nextjs: Dialect = {
  language: "javascript",
  files: { client: "lib/hatchery.mjs", events: "lib/events.mjs", webhook: "app/api/hatchery/route.mjs" },
  client,
  events: events("./hatchery.mjs"),
  webhook: `${check}
export async function POST(request) {
  const body = await request.text()
  const timestamp = request.headers.get("x-svc-timestamp") ?? ""
  const signature = request.headers.get("x-svc-signature") ?? ""
  return new Response(null, { status: isGenuine(body, timestamp, signature) ? 204 : 401 })
}
`
}

const shellCall = ({ event_type, properties }: EventCall): string => {
  const body = JSON.stringify({ type: event_type, properties: Object.fromEntries(properties) }).slice(1)
  // In single quotes nothing is put in between, and a quote ends them.
  const rest = `'${body.replaceAll("'", `'\\''`)}'`
  return `track "{\\"event_id\\":\\"$(uuidgen)\\",\\"user_id\\":\\"$1\\","${rest}`
}

export const shell: Dialect = {
  language: "bash",
  files: { client: "hatchery.sh", events: "events.sh", webhook: "webhook.sh" },
  client: `#!/usr/bin/env bash
# HATCHERY_URL and HATCHERY_API_KEY come from the environment.
send() {
  curl --fail-with-body --silent --retry 4 --retry-all-errors --request "$1" "$HATCHERY_URL/api/v1$2" \\
    --header "authorization: Bearer $HATCHERY_API_KEY" --header "content-type: application/json" --data "$3"
}

# Sent again with the same event_id, an event counts once.
track() { send POST /events "$1"; }
egg() { send POST "/eggs?ensure=true" "{\\"user_id\\":\\"$1\\"}"; }
ready() { send PATCH "/eggs/$1/status" '{"status":"ready"}'; }
hatch() { send POST "/eggs/$1/hatch" '{}'; }
widget_token() {
  send POST /widget-sessions "{\\"buddy_id\\":\\"$1\\",\\"user_id\\":\\"$2\\",\\"scopes\\":[\\"read\\"]}"
}
`,
  events: (calls) => `#!/usr/bin/env bash
# ./events.sh USER_ID
source ./hatchery.sh
${calls.map(shellCall).join("\n")}
`,
  webhook: `#!/usr/bin/env bash
# ./webhook.sh TIMESTAMP SIGNATURE < raw-body
given="$(printf '%s' "$2" | cut -d= -f2)"
{ printf '%s.' "$1"; cat; } | openssl dgst -sha256 -hmac "$HATCHERY_WEBHOOK_SECRET" -hex | grep -q "= $given$"
`
}
