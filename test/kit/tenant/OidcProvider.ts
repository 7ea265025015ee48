/** A real OpenID provider on a free port, and a browser that signs in there. Keys can be rotated while it runs. */
import { Effect } from "effect"
import { exportJWK, generateKeyPair } from "jose"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type AdapterConstructor, type Configuration, type JWK, Provider } from "oidc-provider"

export const client = { client_id: "hatchery", client_secret: "a secret of the tenant's" }

export interface Person {
  readonly sub: string
  readonly email: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: ReadonlyArray<string>
}

/** Of this provider alone: the library's own store is one for the whole process. */
const storage = (): AdapterConstructor => {
  const kept = new Map<string, Record<string, unknown>>()
  return class {
    private readonly name: string
    constructor(name: string) {
      this.name = name
    }
    private at = (id: string) => `${this.name}:${id}`
    upsert = async (id: string, payload: object) => void kept.set(this.at(id), { ...payload })
    find = async (id: string) => kept.get(this.at(id))
    findByUid = async (uid: string) => [...kept.values()].find((one) => one["uid"] === uid)
    findByUserCode = async () => undefined
    consume = async (id: string) => void Object.assign(kept.get(this.at(id)) ?? {}, { consumed: 1 })
    destroy = async (id: string) => void kept.delete(this.at(id))
    revokeByGrantId = async (grant: string) => {
      for (const [id, one] of kept) if (one["grantId"] === grant) kept.delete(id)
    }
  }
}

const newKey = async (alg: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const kid = `key-${Math.random().toString(36).slice(2)}`
  return { ...(await exportJWK(privateKey)), alg, kid, use: "sig" } as JWK
}

const start = async (callback_url: string) => {
  const state = { provider: undefined as Provider | undefined, person: undefined as Person | undefined }
  const people = new Map<string, Person>()
  let keyRequests = 0
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/jwks") === true) keyRequests++
    void state.provider!.callback()(request, response)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const adapter = storage()

  const rotate = async (alg: "RS256" | "ES256" | "EdDSA" = "RS256") => {
    const configuration: Configuration = {
      adapter,
      jwks: { keys: [await newKey(alg)] },
      clients: [{ ...client, redirect_uris: [callback_url], id_token_signed_response_alg: alg }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
      cookies: { keys: ["of the test"] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
        grant.addOIDCScope("openid email profile")
        await grant.save()
        return grant
      },
      interactions: { url: () => "/interaction" }
    }
    const provider = new Provider(issuer, configuration)
    provider.use(async (context, next) => {
      if (context.path !== "/interaction") return next()
      const result =
        state.person === undefined
          ? { error: "access_denied", error_description: "nobody wanted to" }
          : { login: { accountId: state.person.sub } }
      await provider.interactionFinished(context.req, context.res, result)
      context.respond = false
    })
    state.provider = provider
  }
  await rotate()

  /** The query a browser comes back with, after everything the provider shows was agreed to; null: refused. */
  const visit = async (url: string, person: Person | null): Promise<string> => {
    state.person = person ?? undefined
    if (person !== null) people.set(person.sub, person)
    const jar = new Map<string, string>()
    for (let hop = 0, next = url; hop < 10; hop++) {
      if (next.startsWith(callback_url)) return next.slice(callback_url.length + 1)
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
      const response = await fetch(next, { redirect: "manual", headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line)!
        jar.set(name, value)
      }
      const location = response.headers.get("location")
      if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
      next = new URL(location, next).href
    }
    throw new Error("the provider leads in circles")
  }
  return {
    issuer,
    rotate,
    visit,
    keyRequests: () => keyRequests,
    stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done)))
  }
}

export const oidcProvider = (callback_url: string) =>
  Effect.acquireRelease(
    Effect.promise(() => start(callback_url)),
    ({ stop }) => Effect.promise(stop)
  )
