/** An OpenTelemetry collector that keeps what it is sent (OTLP over HTTP as JSON). */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  /** 1 internal, 2 server, 3 client */
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** of the process that made it */
  readonly resource: Readonly<Record<string, unknown>>
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  readonly status: { readonly code: number; readonly message?: string }
}

interface KeyValue {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Sent {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: ReadonlyArray<KeyValue> }
    readonly scopeSpans: ReadonlyArray<{
      readonly spans: ReadonlyArray<
        Omit<CollectedSpan, "attributes" | "resource"> & { readonly attributes: ReadonlyArray<KeyValue> }
      >
    }>
  }>
}

const valuesOf = (attributes: ReadonlyArray<KeyValue>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const spansOf = ({ resourceSpans }: Sent): ReadonlyArray<CollectedSpan> =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes)
      }))
    )
  )

export const startCollector = async () => {
  const spans: Array<CollectedSpan> = []
  /** everything as it came, to search for what should not be in it */
  const texts: Array<string> = []
  const paths = new Set<string>()
  const server = createServer((request, response) => {
    let text = ""
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
    request.on("end", () => {
      paths.add(request.url ?? "")
      texts.push(text)
      if (request.url === "/v1/traces") spans.push(...spansOf(JSON.parse(text) as Sent))
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    spans,
    texts,
    paths,
    /** for the process that is to export here, within a moment */
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "100"
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    }
  }
}

export type OtlpCollector = Awaited<ReturnType<typeof startCollector>>
