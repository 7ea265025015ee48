/** Somebody has signed in at an identity provider. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const signedIn = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO sso_logins (customer_id, login_id, state_hash, cookie_hash, nonce, expires_at, used_at, account_id,
      code_hash, code_expires_at, code_used_at, created_at)
    SELECT customer_id, account_id, account_id::text::bytea, 'a cookie', '', now() + interval '9 minutes', now(),
      account_id, account_id::text::bytea, now() + interval '1 minute', now(), now()
    FROM accounts WHERE account_id = ${account_id}::uuid`
})
