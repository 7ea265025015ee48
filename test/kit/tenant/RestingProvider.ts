/** An identity provider nobody signs in at. There is one for a process, which it does not keep from ending. */
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { succeeded } from "../../../src/testing/Requests.ts"
import type { TestTenant } from "../service/TestApp.ts"

let running: Promise<string> | undefined

const restingIssuer = (): Promise<string> =>
  (running ??= new Promise((done) => {
    const server = createServer((_, response) => {
      const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      response.writeHead(200, { "content-type": "application/json", connection: "close" })
      response.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`
        })
      )
    })
    server.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    server.unref()
  }))

/** The tenant's connection to it; `key`: of an owner. */
export const restingSso = Effect.fnUntraced(function* ({ call, customer_id }: TestTenant, key: string) {
  const issuer = yield* Effect.promise(restingIssuer)
  const domain = `company-${customer_id}.test`
  const given = { issuer, client_id: "hatchery", token_auth: "none", domains: [domain] }
  yield* succeeded(call("PUT", "/customers/me/sso", { ...given, jit: { enabled: true, role: "member" } }, { key }))
  return { issuer, domain }
})
