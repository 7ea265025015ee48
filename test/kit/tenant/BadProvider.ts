/** An OpenID provider that does what it is told, also what none should. It keeps the time of the test. */
import { Effect } from "effect"
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Lie {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Partial<JWTHeaderParameters>
  /** signed by a key nobody publishes */
  readonly isForged?: boolean
  /** `alg: none` */
  readonly isUnsigned?: boolean
}

type Answer = { readonly status?: number; readonly body: string } | "hang" | undefined

const start = async () => {
  const [{ privateKey, publicKey }, stranger] = [await generateKeyPair("ES256"), await generateKeyPair("ES256")]
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" }
  const state = { lie: {} as Lie, honest: {} as Record<string, unknown>, discovery: {} as Record<string, unknown> }
  const answers = new Map<string, Answer>()
  const asked: Array<{ readonly path: string; readonly body: string; readonly authorization: string }> = []

  const idToken = async () => {
    const { claims, header, isForged, isUnsigned } = state.lie
    const payload = { ...state.honest, ...claims }
    if (isUnsigned === true) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
      return `${part({ alg: "none" })}.${part(payload)}.`
    }
    const signed = new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: "one", ...header })
    return signed.sign(isForged === true ? stranger.privateKey : privateKey)
  }

  const server = createServer(async (request, response) => {
    let body = ""
    for await (const piece of request) body += piece
    const path = request.url!.split("?")[0]!
    asked.push({ path, body, authorization: request.headers.authorization ?? "" })
    const answer = answers.get(path)
    if (answer === "hang") return
    const json = (value: object) => JSON.stringify(value)
    const good: Readonly<Record<string, () => Promise<string>>> = {
      "/.well-known/openid-configuration": async () => json({ ...published(), ...state.discovery }),
      "/jwks": async () => json({ keys: [jwk] }),
      "/token": async () => json({ access_token: "opaque", token_type: "Bearer", id_token: await idToken() })
    }
    response.writeHead(answer?.status ?? 200, { "content-type": "application/json" })
    response.end(answer?.body ?? (await good[path]?.()) ?? "{}")
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const published = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ["ES256", "HS256", "none"],
    authorization_response_iss_parameter_supported: true
  })
  return {
    issuer,
    asked,
    /** of a path, until it is taken back */
    answer: (path: string, given: Answer) => void answers.set(path, given),
    publish: (given: Record<string, unknown>) => void (state.discovery = given),
    /** the next tokens say this of who came to `url`, and what `lie` puts in its place */
    expect: (url: string, honest: Readonly<Record<string, unknown>>, now_ms: number, lie: Lie = {}) => {
      const nonce = new URL(url).searchParams.get("nonce")
      const iat = Math.floor(now_ms / 1_000)
      state.honest = { iss: issuer, aud: "hatchery", iat, exp: iat + 300, nonce, ...honest }
      state.lie = lie
      const query = { code: "good", state: new URL(url).searchParams.get("state")!, iss: issuer }
      return new URLSearchParams(query).toString()
    },
    stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done)))
  }
}

export const badProvider = Effect.acquireRelease(Effect.promise(start), ({ stop }) => Effect.promise(stop))
