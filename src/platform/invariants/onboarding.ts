/** How a workspace is set up: what is made for it is paid once or not at all, and its aims are what was answered. */
import type { Invariant } from "./Invariant.ts"

const sessions = "SELECT count(*) FROM onboarding_sessions"
const messages = "SELECT count(*) FROM onboarding_messages"

/** Older ones are forgotten. */
const plans_max = 10
const audit_max = 1_000

const guided: ReadonlyArray<Invariant> = [
  {
    id: "onboarding_is_busy_with_open_work",
    title: "A session that prepares something prepares it by an operation of its own that has not ended.",
    queries: {
      population: sessions,
      violations: `
        SELECT s.customer_id, s.session_id, s.busy, o.type, o.status FROM onboarding_sessions AS s
        LEFT JOIN operations AS o
          ON o.customer_id = s.customer_id AND o.operation_id::text = s.busy ->> 'operation_id'
        WHERE s.busy IS NOT NULL AND s.busy <> 'null'
          AND (o.type = 'onboarding' AND o.resource_id = s.session_id::text
            AND o.status IN ('pending', 'processing')) IS NOT TRUE`
    }
  },
  {
    id: "onboarding_plans_are_numbered",
    title: `The last ${plans_max} plans of a session are there, up to its revision; one that is planned has one.`,
    queries: {
      population: "SELECT count(*) FROM onboarding_plans",
      violations: `
        SELECT customer_id, session_id, status, revision, plans, newest FROM (
          SELECT s.*, count(p.revision) AS plans, coalesce(max(p.revision), 0) AS newest,
            bool_and((p.plan ->> 'revision')::int = p.revision AND p.plan ->> 'plan_id' = p.plan_id::text) AS named
          FROM onboarding_sessions AS s LEFT JOIN onboarding_plans AS p
            ON p.customer_id = s.customer_id AND p.session_id = s.session_id
          GROUP BY s.customer_id, s.session_id) AS s
        WHERE newest <> revision OR plans <> least(revision, ${plans_max}) OR named IS FALSE
          OR (status IN ('planned', 'applied') AND revision = 0)`
    }
  },
  {
    id: "onboarding_work_is_settled",
    title: "Credits of a plan or a guide are spent or given back when its operation has ended, whatever ended it.",
    queries: {
      population: "SELECT count(*) FROM operations WHERE type = 'onboarding'",
      violations: `
        SELECT u.customer_id, u.image_id, u.purpose, u.credits, o.status FROM image_usage AS u
        JOIN operations AS o ON o.customer_id = u.customer_id AND o.operation_id = u.image_id
        WHERE u.purpose IN ('plan', 'guide') AND u.status = 'drawing' AND o.status NOT IN ('pending', 'processing')`
    }
  },
  {
    id: "onboarding_messages_are_counted",
    title: "A session has as many messages as it says.",
    queries: {
      population: messages,
      violations: `
        SELECT customer_id, session_id, s.messages, (
          SELECT count(*) FROM onboarding_messages AS m
          WHERE m.customer_id = s.customer_id AND m.session_id = s.session_id) AS kept
        FROM onboarding_sessions AS s
        WHERE s.messages <> (SELECT count(*) FROM onboarding_messages AS m
          WHERE m.customer_id = s.customer_id AND m.session_id = s.session_id)`
    }
  },
  {
    id: "onboarding_messages_are_settled",
    title: "A reply costs what was paid for it, and a message without one costs nothing.",
    queries: {
      population: messages,
      violations: `
        SELECT m.customer_id, m.message_id, m.status, m.provider, m.credits, u.status AS usage, u.credits AS paid
        FROM onboarding_messages AS m
        LEFT JOIN image_usage AS u ON u.customer_id = m.customer_id AND u.image_id = m.message_id
        WHERE m.status <> 'streaming' AND (u.status IS NOT DISTINCT FROM 'drawing'
          OR m.credits <> coalesce(u.credits, 0) OR (m.status <> 'done' AND m.credits > 0))`
    }
  }
]

const aims: ReadonlyArray<Invariant> = [
  {
    id: "six_steps_are_as_last_changed",
    title: "The six steps of a workspace stand as their newest change left them, and no change is missing.",
    queries: {
      population: "SELECT count(*) FROM six_d_audit",
      violations: `
        SELECT d.customer_id, d.status, d.revision, d.changes, kept, newest, last.action FROM six_d AS d
        JOIN LATERAL (
          SELECT count(*) AS kept, coalesce(max(seq), 0) AS newest FROM six_d_audit AS a
          WHERE a.customer_id = d.customer_id) AS counted ON true
        LEFT JOIN six_d_audit AS last ON last.customer_id = d.customer_id AND last.seq = counted.newest
        WHERE newest <> d.changes OR kept <> least(d.changes, ${audit_max}) OR last.revision <> d.revision
          OR d.status <> CASE last.action WHEN 'saved' THEN 'in_progress' ELSE last.action END`
    }
  },
  {
    id: "six_steps_are_frozen_as_completed",
    title: "What was completed is frozen as it was, under its number, with an answer to each of the six steps.",
    queries: {
      population: "SELECT count(*) FROM six_d_revisions",
      violations: `
        SELECT d.customer_id, d.revision, d.status FROM six_d AS d
        LEFT JOIN six_d_revisions AS r ON r.customer_id = d.customer_id AND r.revision = d.revision
        WHERE (d.status = 'completed') <> (r.revision IS NOT NULL)
          OR (d.status = 'completed' AND (r.steps <> d.steps OR r.completed_at IS DISTINCT FROM d.completed_at))
        UNION ALL
        SELECT customer_id, revision, NULL FROM six_d_revisions
        WHERE NOT steps ?& ARRAY['objectives', 'behaviors', 'players', 'loops', 'fun', 'tools']`
    }
  }
]

export const settingUp: ReadonlyArray<Invariant> = [...guided, ...aims]
