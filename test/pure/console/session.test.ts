/** Who is signed in, in a page without a browser: nothing of one workspace goes on for another. */
import { afterAll, assert, beforeAll, it, vi } from "vitest"
import type { Session } from "../../../sdk/src/index.ts"

const reload = vi.fn<() => void>()

beforeAll(() => {
  const kept = new Map([["hatchery.token", "of-acme"]])
  vi.stubGlobal("location", { pathname: "/console/keys", origin: "https://host.example", search: "", reload })
  vi.stubGlobal("addEventListener", () => {})
  vi.stubGlobal("confirm", () => false)
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key)
  })
})

afterAll(() => {
  vi.unstubAllGlobals()
})

const sessionOf = (customerId: string) => ({ accessToken: `of-${customerId}`, customer: { customerId } }) as Session

const settledOf = (call: string | Promise<string>) =>
  Promise.race([call, new Promise<string>((done) => setImmediate(done, "still waiting"))])

it("ends the page with the session, whatever was typed, and no other workspace goes on with what waits", async () => {
  const { credentialOf, rememberWorkspace, signedIn, signOut } = await import("../../../src/console/core/session.ts")
  const { askBefore, mayLeave } = await import("../../../src/console/core/router.ts")
  const credential = credentialOf()
  assert.strictEqual(credential("missing"), "of-acme")
  rememberWorkspace("acme")
  const first = credential("rejected")
  signedIn(sessionOf("acme"))
  assert.strictEqual(await settledOf(first), "of-acme")
  assert.lengthOf(reload.mock.calls, 0)

  const write = credential("rejected")
  askBefore("Leave what you typed?")
  assert.isFalse(mayLeave())
  signOut()
  assert.isNull(sessionStorage.getItem("hatchery.token"))
  assert.lengthOf(reload.mock.calls, 1)
  assert.isTrue(mayLeave())

  // As if the page had stayed all the same.
  signedIn(sessionOf("other"))
  signedIn(sessionOf("other"))
  assert.strictEqual(await settledOf(write), "still waiting")
  assert.lengthOf(reload.mock.calls, 3)
})

it("asks nobody to sign in for a token that another client has replaced", async () => {
  const { credentialOf, renewed } = await import("../../../src/console/core/session.ts")
  const [one, other] = [credentialOf(), credentialOf()]
  renewed(sessionOf("first"))
  assert.deepStrictEqual([one("missing"), other("missing")], ["of-first", "of-first"])
  renewed(sessionOf("second"))
  assert.strictEqual(one("rejected"), "of-second")
  assert.strictEqual(other("rejected"), "of-second")
  assert.strictEqual(await settledOf(other("rejected")), "still waiting")
})
