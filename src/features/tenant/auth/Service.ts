/** The answer to whoever has shown who they are. */
import { Effect } from "effect"
import { dashboardTtlSeconds, Tokens } from "../../../platform/auth/Tokens.ts"
import type { Customer } from "../../../wire/answers/Customer.ts"
import type { Session } from "../../../wire/answers/Session.ts"
import { type Account, toUser } from "./Store.ts"

export const sessions = Effect.map(
  Tokens,
  (tokens) =>
    (customer: Customer, account: Account): Effect.Effect<Session> =>
      Effect.map(
        tokens.makeDashboard({
          customer_id: account.customer_id,
          account_id: account.account_id,
          epoch: account.token_epoch
        }),
        (access_token) => ({
          access_token,
          token_type: "Bearer",
          expires_in: dashboardTtlSeconds,
          customer,
          user: toUser(account)
        })
      )
)
