import { Effect, Layer, Option } from "effect"
import { type Headers, HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Attempts } from "../../../platform/auth/Attempts.ts"
import { Mail } from "../../../platform/mail/Mail.ts"
import { Passwords } from "../../../platform/auth/Passwords.ts"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"
import { feature, RateLimited } from "../../../wire/Group.ts"
import { type Caller, Principal } from "../../../wire/Principal.ts"
import { ApiKeyStore } from "../api-keys/Store.ts"
import { InvalidToken } from "../../../wire/refusals/InvalidToken.ts"
import { CustomerStore } from "../customers/Store.ts"
import { AccountApi, AuthApi, InvalidCredentials, PasswordApi } from "./Api.ts"
import { passwordTries } from "./Rules.ts"
import { sessions } from "./Service.ts"
import { type Account, AccountStore, toUser } from "./Store.ts"

const ownerOf = (caller: Caller) => ({ customer_id: caller.customer_id, account_id: caller.credential_id })

/** As whoever let the caller in has read it: behind the scheme and its spaces. */
const tokenOf = ({ authorization = "" }: Headers.Headers) => authorization.replace(/^\S+ +/, "")

/** Counts the try before the password is looked at, and forgets the account's failures when it was right. */
const guarded = Effect.gen(function* () {
  const attempts = yield* Attempts
  const passwords = yield* Passwords
  return Effect.fn("auth.guarded")(function* (email: string, password: string, account: Option.Option<Account>) {
    const current = yield* CurrentRequest
    const { allowed, retry_after_seconds } = yield* attempts.take(passwordTries, email, current.address)
    if (!allowed) return yield* new RateLimited({ retry_after_seconds })
    const hash = Option.match(account, { onNone: () => undefined, onSome: ({ password_hash }) => password_hash })
    const fits = yield* passwords.verify(hash, password)
    if (!fits || Option.isNone(account)) return yield* new InvalidCredentials()
    yield* attempts.forget(passwordTries.action, email, current.address)
    return account.value
  })
})

/** A session begins: kept in the audit log, like what is done in it. */
const signIn = Effect.fnUntraced(function* (action: string, path: string, { account_id, customer_id }: Account) {
  const current = yield* CurrentRequest
  current.audit = {
    customer_id,
    actor: { type: "account", id: account_id },
    action: `auth.${action}`,
    method: "POST",
    path: `/api/v1/auth/${path}`,
    target: null
  }
})

const AuthGroup = HttpApiBuilder.group(
  feature(AuthApi),
  "auth",
  Effect.fn(function* (handlers) {
    const accounts = yield* AccountStore
    const customers = yield* CustomerStore
    const passwords = yield* Passwords
    const check = yield* guarded
    const session = yield* sessions
    return handlers.handleAll({
      register: Effect.fnUntraced(function* ({ payload }) {
        const { account, customer } = yield* accounts.register(payload, yield* passwords.hash(payload.password))
        yield* signIn("register", "register", account)
        return yield* session(customer, account)
      }),
      login: Effect.fnUntraced(function* ({ payload: { email, password } }) {
        const account = yield* check(email, password, yield* accounts.byEmail(email))
        yield* accounts.admitPassword(account)
        yield* accounts.signedIn(account)
        yield* signIn("login", "login", account)
        return yield* session(yield* customers.get(account.customer_id), account)
      }),
      requestReset: Effect.fnUntraced(function* ({ payload }) {
        yield* accounts.requestReset(payload.email)
        return { accepted: true } as const
      }),
      reset: Effect.fnUntraced(function* ({ payload: { new_password, token } }) {
        if (!(yield* accounts.isUsable(token, "password_reset"))) return yield* new InvalidToken()
        yield* accounts.resetPassword(token, yield* passwords.hash(new_password))
        return { password_changed: true } as const
      }),
      acceptInvitation: Effect.fnUntraced(function* ({ payload: { name, password, token } }) {
        if (!(yield* accounts.isUsable(token, "invitation"))) return yield* new InvalidToken()
        const account = yield* accounts.acceptInvitation(token, yield* passwords.hash(password), name)
        yield* signIn("acceptInvitation", "invitations/accept", account)
        return yield* session(yield* customers.get(account.customer_id), account)
      }),
      verifyEmail: Effect.fnUntraced(function* ({ payload }) {
        yield* accounts.verifyEmail(payload.token)
        return { email_verified: true } as const
      })
    })
  })
)

const AccountGroup = HttpApiBuilder.group(
  feature(AccountApi),
  "account",
  Effect.fn(function* (handlers) {
    const accounts = yield* AccountStore
    const customers = yield* CustomerStore
    return handlers.handleAll({
      me: Effect.fnUntraced(function* () {
        const caller = yield* Principal
        const customer = yield* customers.get(caller.customer_id)
        return { customer, user: caller.kind === "dashboard" ? toUser(yield* accounts.get(ownerOf(caller))) : null }
      }),
      requestVerification: Effect.fnUntraced(function* () {
        yield* accounts.requestVerification(ownerOf(yield* Principal))
        return { accepted: true } as const
      })
    })
  })
)

const PasswordGroup = HttpApiBuilder.group(
  feature(PasswordApi),
  "password",
  Effect.fn(function* (handlers) {
    const accounts = yield* AccountStore
    const customers = yield* CustomerStore
    const passwords = yield* Passwords
    const check = yield* guarded
    const session = yield* sessions
    return handlers.handleAll({
      change: Effect.fnUntraced(function* ({ payload: { current_password, new_password } }) {
        const owner = ownerOf(yield* Principal)
        const account = yield* accounts.get(owner)
        yield* check(account.email, current_password, Option.some(account))
        yield* accounts.admitPassword(account)
        const changed = yield* accounts.setPassword(owner, yield* passwords.hash(new_password))
        return yield* session(yield* customers.get(owner.customer_id), changed)
      }),
      signOut: Effect.fnUntraced(function* () {
        const { customer_id } = yield* Principal
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        yield* accounts.signOut(customer_id, tokenOf(headers))
        return { signed_out: true } as const
      })
    })
  })
)

export const AuthHttp = Layer.mergeAll(AuthGroup, AccountGroup, PasswordGroup).pipe(
  Layer.provide(AccountStore.layer),
  Layer.provide([ApiKeyStore.layer, CustomerStore.layer, Passwords.layer, Attempts.layer, Mail.layer])
)
