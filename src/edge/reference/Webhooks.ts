/** What the service sends: every event of the catalogue as a request to an endpoint of the tenant's. */
import { webhookCatalogue } from "../../wire/Webhook.ts"
import { mended } from "./Schemas.ts"

const header = (name: string, example: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example
})

const headersFor = (event: string) => [
  header("X-Svc-Event", event, "The event. The body does not repeat it."),
  header("X-Svc-Delivery", "01990000-0000-7000-8000-00000000d001", "Names the delivery: the same in every attempt."),
  header("X-Svc-Timestamp", "1795341600", "The second of this attempt. Refuse what is older than five minutes."),
  header(
    "X-Svc-Signature",
    "sha256=6f1b0c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d",
    "`sha256=` and HMAC-SHA-256 in hex over `<timestamp>.<raw body>`, keyed with the endpoint's secret."
  ),
  header("webhook-id", "01990000-0000-7000-8000-00000000d001", "X-Svc-Delivery, as Standard Webhooks names it."),
  header("webhook-timestamp", "1795341600", "X-Svc-Timestamp, as Standard Webhooks names it."),
  header(
    "webhook-signature",
    "v1,q3FZ1kq0mJ7QW0F3kq1m0b9l2n8c5xYt4aXh6s0P2eE=",
    "Signatures as in Standard Webhooks; one for each secret while a rotation's grace runs."
  )
]

const answers = {
  "2XX": { description: "Taken. Answer within 15 seconds, and do the work afterwards." },
  "4XX": { description: "A failure, as redirects and 5xx are: tried again for about a day, with growing pauses." }
}

const titleOf = (event: string) => {
  const words = event.replace(/[._]/g, " ")
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}

export const webhooks = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    webhookCatalogue().map(({ description, event, example, payload_schema, sent_to }) => {
      const only = sent_to === "cause" ? " Sent to the `webhook_url` of the cause, to nobody else." : ""
      const post = {
        operationId: `on.${event}`,
        tags: ["webhooks"],
        summary: titleOf(event),
        description: `${description}${only}`,
        security: [],
        parameters: headersFor(event),
        requestBody: {
          description: "The event's own facts. Check the signature over the bytes before you parse them.",
          required: true,
          content: { "application/json": { schema: mended(payload_schema), example } }
        },
        responses: answers
      }
      return [event, { post }]
    })
  )
