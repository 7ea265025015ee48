/** An address that is known before the service behind it is: passes everything on to whichever is named. */
import { Effect } from "effect"
import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"

export interface OwnAddress {
  readonly url: string
  /** every request that came, by path */
  readonly paths: ReadonlyArray<string>
  passOnTo(baseUrl: string): void
}

export const ownAddress = Effect.acquireRelease(
  Effect.promise(async () => {
    const paths: Array<string> = []
    let target: URL | undefined
    const server: Server = createServer((incoming, outgoing) => {
      paths.push(incoming.url ?? "")
      const { headers, method, url: path } = incoming
      const { hostname, port } = target!
      const onward = request({ hostname, port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on("error", () => outgoing.destroy())
      incoming.pipe(onward)
    })
    await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const own: OwnAddress = { url, paths, passOnTo: (baseUrl) => void (target = new URL(baseUrl)) }
    return { own, server }
  }),
  ({ server }) => Effect.sync(() => server.closeAllConnections() ?? server.close())
).pipe(Effect.map(({ own }) => own))
