/**
 * Every outbound event, once: name, meaning, payload, example. The catalogue route, the types of whoever emits an event
 * and the test deliveries are all made from this record, so none of them can drift apart. Contract part 6: the body is
 * the bare object, metadata travels in headers only. Names that the contract mentions without a table follow
 * `family.verb_past`.
 */
import { Schema } from "effect"
import { buddyEvents } from "./webhook/Buddies.ts"
import { communityEvents } from "./webhook/Community.ts"
import { economyEvents } from "./webhook/Economy.ts"
import { progressEvents } from "./webhook/Progress.ts"
import { workspaceEvents } from "./webhook/Workspace.ts"

export const webhookEvents = {
  ...buddyEvents,
  ...economyEvents,
  ...progressEvents,
  ...communityEvents,
  ...workspaceEvents
}

export type WebhookName = keyof typeof webhookEvents
export type WebhookBody<Name extends WebhookName> = (typeof webhookEvents)[Name]["payload"]["Type"]

export const webhookNames = Object.keys(webhookEvents) as ReadonlyArray<WebhookName>
export const isWebhookName = (name: string): name is WebhookName => Object.hasOwn(webhookEvents, name)

/** `coins` of `coins.earned` */
const families = new Set(webhookNames.map((name) => name.slice(0, name.indexOf("."))))

/** What an endpoint may subscribe to: a name, `family.*` of a known family, or `*`. */
export const isWebhookPattern = (pattern: string): boolean =>
  pattern === "*" || isWebhookName(pattern) || (pattern.endsWith(".*") && families.has(pattern.slice(0, -2)))

/** Something that has happened and whoever listens is told of: the name decides what the body says. */
export type OutboundEvent = {
  readonly [Name in WebhookName]: { readonly event: Name; readonly body: WebhookBody<Name> }
}[WebhookName]

/** The catalogue, in the order of the record; payload_schema is JSON Schema (draft 2020-12) of the body. */
export const webhookCatalogue = () =>
  webhookNames.map((name) => {
    const { audience, description, example, payload } = webhookEvents[name]
    return { event: name, description, sent_to: audience, payload_schema: payloadSchema(payload), example }
  })

const payloadSchema = (payload: Schema.Constraint): Readonly<Record<string, unknown>> => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(payload)
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions }
}
