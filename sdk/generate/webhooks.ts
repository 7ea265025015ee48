/** What is delivered to webhook endpoints, by event. */
import type { Document, Schema } from "./document.ts"
import { literalOf } from "./resources.ts"
import { shapeOf } from "./shapes.ts"
import { commentOf, importLine, namesIn, typeOf } from "./types.ts"

interface Delivered {
  readonly event: string
  readonly description: string | undefined
  readonly payload: Schema
}

const deliveredBy = (document: Document): ReadonlyArray<Delivered> =>
  Object.entries(document.webhooks ?? {}).flatMap(([event, verbs]) =>
    Object.values(verbs).map(({ description, requestBody, summary }) => {
      const payload = requestBody?.content?.["application/json"]?.schema
      if (payload === undefined) throw new Error(`nothing says what ${event} delivers`)
      return { event, description: description ?? summary, payload }
    })
  )

export const webhooksOf = (document: Document): string => {
  const delivered = deliveredBy(document)
  const types = delivered.map(
    ({ description, event, payload }) =>
      `${commentOf(description, "  ")}  ${JSON.stringify(event)}: ${typeOf(payload, "  ")}\n`
  )
  const shapes = delivered.flatMap(({ event, payload }) => {
    const shape = shapeOf(document, payload, event)
    return shape === undefined ? [] : [`  ${JSON.stringify(event)}: ${literalOf(shape)}`]
  })
  const text = `/** The payload of each event. */\nexport interface WebhookEvents {\n${types.join("")}}\n`
  const names = namesIn(document, text)
  return [
    ...(names.length === 0 ? [] : [importLine(names, "./types.ts")]),
    text,
    `export const webhookShapes = {\n${shapes.join(",\n")}\n} as const\n`
  ].join("\n")
}
