/** Faults around the people of a workspace and what is kept of them. */
import { change, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofTenant = ({ customer_id }: World) => [customer_id]
const ofOwner = ({ account_id }: World) => [account_id]

export const memberPlants: ReadonlyArray<Plant> = [
  {
    fault: "a workspace has no owner any more",
    breaks: "workspace_has_its_owner",
    plant: change("UPDATE accounts SET role = 'admin' WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "there are more members than there may be",
    breaks: "workspace_has_its_owner",
    plant: change(
      `INSERT INTO accounts (customer_id, account_id, email, password_hash, created_at)
       SELECT customer_id, gen_random_uuid(), n || email, 'none', created_at
       FROM accounts, generate_series(1, 200) AS n WHERE account_id = $1::uuid`,
      ofOwner
    )
  },
  {
    fault: "somebody is invited and has a password",
    breaks: "invited_are_not_in",
    also: ["workspace_has_its_owner"],
    plant: change("UPDATE accounts SET status = 'invited' WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "two mails about the same go out at once",
    breaks: "mails_of_a_kind_are_a_day_apart",
    plant: change(
      `INSERT INTO notifications (customer_id, notification_id, kind, severity, message, mailed_at, created_at)
       SELECT $1::uuid, gen_random_uuid(), 'quota_exhausted', 'critical', '', now(), now() FROM generate_series(1, 2)`,
      ofTenant
    )
  },
  {
    fault: "grave news are looked at by nobody",
    breaks: "grave_news_are_looked_at",
    plant: change(
      "UPDATE notifications SET mail_due = true, created_at = now() - interval '1 hour' WHERE customer_id = $1::uuid",
      ofTenant
    )
  },
  {
    fault: "an alert that is open has ended",
    breaks: "alert_has_its_end",
    plant: change("UPDATE economy_alerts SET ended_at = now() WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "the audit log holds what somebody typed",
    breaks: "audit_log_holds_templates",
    plant: change("UPDATE audit_log SET path = '/api/v1/gates/ada@example.test' WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "the audit log holds the id of a user",
    breaks: "audit_log_holds_templates",
    plant: change(
      `UPDATE audit_log SET path = '/api/v1/users/01990000-0000-7000-8000-000000000000'
       WHERE customer_id = $1::uuid`,
      ofTenant
    )
  },
  {
    fault: "a member has no way in",
    breaks: "members_have_a_way_in",
    plant: change("UPDATE accounts SET has_password = false WHERE account_id = $1::uuid", ofOwner)
  },
  {
    fault: "a sign-in has ended in another workspace",
    breaks: "sso_logins_stay_home",
    also: ["tenants_are_apart"],
    plant: change(
      `INSERT INTO sso_logins (customer_id, login_id, state_hash, cookie_hash, nonce, expires_at, used_at, account_id,
         code_hash, code_expires_at, created_at)
       SELECT c.customer_id, gen_random_uuid(), 'state', 'cookie', '', now() + interval '1 hour', now(), a.account_id,
         'code', now() + interval '1 minute', now()
       FROM accounts AS a JOIN customers AS c ON c.customer_id <> a.customer_id WHERE a.account_id = $1::uuid LIMIT 1`,
      ofOwner
    )
  },
  {
    fault: "a code was used after its minute",
    breaks: "sso_logins_end_once",
    plant: change(
      `INSERT INTO sso_logins (customer_id, login_id, state_hash, cookie_hash, nonce, expires_at, used_at, account_id,
         code_hash, code_expires_at, code_used_at, created_at)
       SELECT customer_id, gen_random_uuid(), 'late', 'cookie', '', now() + interval '1 hour', now(), account_id,
         'late', now(), now() + interval '1 minute', now() FROM accounts WHERE account_id = $1::uuid`,
      ofOwner
    )
  }
]
