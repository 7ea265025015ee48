/** Who may sign in: somebody always looks after a workspace, and who has not accepted yet is not in. */
import { limits } from "../../wire/Limits.ts"
import type { Invariant } from "./Invariant.ts"

const population = "SELECT count(*) FROM accounts"

export const members: ReadonlyArray<Invariant> = [
  {
    id: "workspace_has_its_owner",
    title: "A workspace that people sign in to has an owner who can, and no more people than it may.",
    queries: {
      population,
      violations: `
        SELECT customer_id, count(*) AS members FROM accounts GROUP BY customer_id
        HAVING count(*) FILTER (WHERE role = 'owner' AND status = 'active') = 0 OR count(*) > ${limits.members_max}`
    }
  },
  {
    id: "invited_are_not_in",
    title: "Who is invited has no password and has never signed in.",
    queries: {
      population,
      violations: `
        SELECT customer_id, account_id FROM accounts
        WHERE status = 'invited' AND (has_password OR last_login_at IS NOT NULL OR sso_subject IS NOT NULL)`
    }
  },
  {
    id: "members_have_a_way_in",
    title: "Who is in has a password, or is known to an identity provider.",
    queries: {
      population,
      violations: `
        SELECT customer_id, account_id FROM accounts
        WHERE status = 'active' AND NOT has_password AND sso_subject IS NULL`
    }
  },
  {
    id: "sso_logins_stay_home",
    title: "Whoever signed in at a workspace's provider has an account of that workspace and of no other.",
    queries: {
      population: "SELECT count(*) FROM sso_logins",
      violations: `
        SELECT l.customer_id, l.login_id, a.customer_id AS of FROM sso_logins AS l
        JOIN accounts AS a ON a.account_id = l.account_id WHERE a.customer_id <> l.customer_id`
    }
  },
  {
    id: "sso_logins_end_once",
    title: "A sign-in is used in its ten minutes and its code in its minute, the code after the state.",
    queries: {
      population: "SELECT count(*) FROM sso_logins",
      violations: `
        SELECT customer_id, login_id FROM sso_logins
        WHERE used_at >= expires_at OR code_used_at >= code_expires_at
          OR (used_at IS NULL AND code_hash IS NOT NULL) OR (code_hash IS NULL AND code_used_at IS NOT NULL)
          OR (used_at IS NULL) <> (sealed_verifier IS NOT NULL)`
    }
  },
  {
    id: "audit_log_holds_templates",
    title: "The audit log names routes by their templates: no id, key or address that somebody chose.",
    queries: {
      population: "SELECT count(*) FROM audit_log",
      violations: `
        SELECT customer_id, audit_id, action FROM audit_log
        WHERE path <> 'unknown' AND path !~ '^/api/v1(/[a-z0-9.-]+|/[{][A-Za-z_]+[}])+$'
          OR path ~ '[0-9a-f]{8}-[0-9a-f]{4}-'`
    }
  }
]
