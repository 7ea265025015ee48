/** People who register, sign in and read their mail: what every test of accounts starts from. Wants virtual time. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, TestApp } from "../service/TestApp.ts"

export const password = "correct horse battery"

/** Somebody new, so that tests on one database do not meet each other. */
let people = 0
export const person = (fields: Record<string, unknown> = {}) => ({
  email: `person-${++people}@example.test`,
  password,
  company_name: "Acme Learning",
  ...fields
})

export const registered = (fields: Record<string, unknown> = {}) =>
  Effect.gen(function* () {
    const app = yield* TestApp
    const given = person(fields)
    const answer = yield* app.call("POST", "/auth/register", given)
    assert.strictEqual(answer.status, 201, answer.text)
    // The next mail is a later one.
    yield* TestClock.adjust("1 second")
    const jwt: string = answer.body.access_token
    return { ...given, jwt, session: answer.body, as: { key: jwt } }
  })

export const login = (email: string, given: string) =>
  Effect.flatMap(TestApp, (app) => app.call("POST", "/auth/login", { email, password: given }))

interface ShownMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly token: string
}

/** Newest first. */
export const mailsTo = (email: string) =>
  Effect.gen(function* () {
    const { body } = yield* (yield* TestApp).call("GET", "root:/dev/mails")
    return (body.data as ReadonlyArray<ShownMail>).filter((mail) => mail.to === email)
  })

/** What a client branches on. */
export const statusAndCode = (answer: Answer) => [answer.status, answer.body.error?.code]

/** The newest mail's token. */
export const mailedToken = (email: string) =>
  Effect.map(mailsTo(email), ([newest]) => {
    assert.isDefined(newest, `a mail to ${email}`)
    return newest!.token
  })

/** Registered, with a proven address: who may invite others. */
export const verified = (fields: Record<string, unknown> = {}) =>
  Effect.gen(function* () {
    const app = yield* TestApp
    const owner = yield* registered(fields)
    const answer = yield* app.call("POST", "/auth/email/verify", { token: yield* mailedToken(owner.email) })
    assert.strictEqual(answer.status, 200, answer.text)
    return owner
  })

type As = { readonly key: string }

/** Somebody new who is invited and has not accepted yet. */
export const invited = (as: As, role: string) =>
  Effect.gen(function* () {
    const app = yield* TestApp
    const { email } = person()
    const answer = yield* app.call("POST", "/customers/me/members", { email, role }, as)
    assert.strictEqual(answer.status, 201, answer.text)
    // The next mail is a later one.
    yield* TestClock.adjust("1 second")
    return { email, account_id: answer.body.account_id as string, token: yield* mailedToken(email) }
  })

/** Somebody new who is invited and accepts. */
export const joined = (as: As, role: string) =>
  Effect.gen(function* () {
    const app = yield* TestApp
    const { token, ...guest } = yield* invited(as, role)
    const answer = yield* app.call("POST", "/auth/invitations/accept", { token, password })
    assert.strictEqual(answer.status, 201, answer.text)
    yield* TestClock.adjust("1 second")
    return { ...guest, as: { key: answer.body.access_token as string } }
  })
