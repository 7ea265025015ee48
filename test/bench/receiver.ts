/**
 * A receiver of webhooks that answers, in a process of its own: says its address, then on GET how many it has taken.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

let taken = 0

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.method === "GET") return void response.end(String(taken))
  taken++
  request.resume()
  response.writeHead(204).end()
})

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`)
})
