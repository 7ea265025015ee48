/** What the state of a buddy says, against the rows that made it what it is. */
import { limits } from "../../wire/Limits.ts"
import type { Invariant } from "./Invariant.ts"
import { isTakenBack } from "./takenBack.ts"

const buddies = "SELECT count(*) FROM buddies"

/** The first step of an event's trace belongs to a rule whenever a rule listens to its type. */
const heardByRule = `trace #>> '{0,0}' IN ('skill_rule', 'coin_rule', 'token_rule', 'streak_rule')`
/** Event badges have windows of their own, which tell nothing of the event. */
const cameTooLate = `(${heardByRule} AND trace #>> '{0,2}' = 'outside_window')`

/** What happens after the moment is another node's clock, not another order of things. */
const clock_skew = "interval '1 minute'"

export const buddyStates: ReadonlyArray<Invariant> = [
  {
    id: "buddy_has_state",
    title: "Every buddy has a state, and every state is that of a buddy.",
    queries: {
      population: "SELECT count(*) FROM buddy_identities",
      violations: `
        SELECT customer_id, buddy_id, known.user_id, held.version
        FROM buddy_identities AS known FULL JOIN buddy_states AS held USING (customer_id, buddy_id)
        WHERE known.user_id IS NULL OR held.version IS NULL`
    }
  },
  {
    id: "event_counts_are_events",
    title: "A buddy has counted no event that is not stored, and every one that a rule looked at and nobody took back.",
    queries: {
      population: "SELECT count(*) FROM events WHERE buddy_id IS NOT NULL",
      violations: `
        SELECT customer_id, buddy_id, type, counted.total, stored.heard, stored.countable FROM (
          SELECT b.customer_id, b.buddy_id, c.key AS type, (c.value ->> 'total')::bigint AS total
          FROM buddies AS b, json_each(b.state -> 'counts') AS c) AS counted
        FULL JOIN (
          SELECT customer_id, buddy_id, type,
            count(*) FILTER (WHERE ${heardByRule} AND NOT ${cameTooLate}) AS heard,
            count(*) FILTER (WHERE NOT coalesce(${cameTooLate}, false)) AS countable
          FROM events AS e
          WHERE buddy_id IS NOT NULL AND NOT ${isTakenBack("e")}
          GROUP BY customer_id, buddy_id, type
        ) AS stored USING (customer_id, buddy_id, type)
        WHERE coalesce(counted.total, 0) NOT BETWEEN coalesce(stored.heard, 0) AND coalesce(stored.countable, 0)`
    }
  },
  {
    id: "badges_are_awards",
    title: "A buddy has, or has lost, each badge as often as it was awarded, and awards are numbered from 1.",
    queries: {
      population: "SELECT count(*) FROM buddy_badges",
      violations: `
        SELECT customer_id, buddy_id, badge_key, held.count, awarded.awards, awarded.newest FROM (
          SELECT b.customer_id, b.buddy_id, badge.key AS badge_key,
            (badge.value ->> 'count')::int + coalesce((badge.value ->> 'past')::int, 0) AS count
          FROM buddies AS b, json_each(b.state -> 'badges') AS badge) AS held
        FULL JOIN (
          SELECT customer_id, buddy_id, badge_key, count(*) AS awards, max(times) AS newest FROM buddy_badges
          GROUP BY customer_id, buddy_id, badge_key) AS awarded USING (customer_id, buddy_id, badge_key)
        WHERE coalesce(held.count, 0) <> coalesce(awarded.awards, 0) OR awarded.newest <> awarded.awards`
    }
  },
  {
    id: "badge_coins_are_ledger",
    title: "The coins the badges of a buddy came with are those its ledger has for badges.",
    queries: {
      population: "SELECT count(*) FROM buddy_badges",
      violations: `
        SELECT customer_id, buddy_id, awarded.coins, booked.coins AS ledger_coins FROM (
          SELECT customer_id, buddy_id, sum(coin_reward) AS coins FROM buddy_badges
          GROUP BY customer_id, buddy_id) AS awarded
        FULL JOIN (
          SELECT customer_id, buddy_id, sum(amount) AS coins FROM ledger
          WHERE unit = 'coin' AND reason = 'badge' AND rule_id IS NOT NULL
          GROUP BY customer_id, buddy_id) AS booked USING (customer_id, buddy_id)
        WHERE coalesce(awarded.coins, 0) <> coalesce(booked.coins, 0)`
    }
  },
  {
    id: "buddy_version_counts_commits",
    title: "The version of a buddy has gone up with each of its commits.",
    queries: {
      population: buddies,
      violations: `
        SELECT b.customer_id, b.buddy_id, b.version, done.commits, done.promised FROM buddies AS b JOIN (
          SELECT customer_id, buddy_id, count(DISTINCT moment) AS commits, max(promised) AS promised FROM (
            SELECT customer_id, buddy_id, received_at AS moment, NULL::bigint AS promised FROM events
            UNION ALL SELECT customer_id, buddy_id, created_at, NULL FROM ledger
            UNION ALL SELECT customer_id, buddy_id, created_at, (reply ->> 'state_version')::bigint FROM commands
          ) AS commits GROUP BY customer_id, buddy_id) AS done USING (customer_id, buddy_id)
        WHERE b.version <= done.commits OR b.version < done.promised`
    }
  },
  {
    id: "archived_buddy_earns_nothing",
    title: "An archived buddy says since when, an active one says nothing, and nothing was paid afterwards.",
    queries: {
      population: buddies,
      // Whoever was on a test clock may be archived in the present, with days behind it that are still to come.
      violations: `
        SELECT customer_id, buddy_id, status, archived_at, NULL::bigint AS seq FROM buddies
        WHERE (status = 'archived') <> (archived_at IS NOT NULL)
        UNION ALL
        SELECT customer_id, buddy_id, b.status, b.archived_at, l.seq FROM buddies AS b
        JOIN ledger AS l USING (customer_id, buddy_id) WHERE l.created_at > b.archived_at + ${clock_skew}
          AND NOT EXISTS (SELECT FROM test_clock_users AS u
            WHERE u.customer_id = b.customer_id AND u.user_id = b.user_id)`
    }
  },
  {
    id: "outfit_within_limits",
    title: "No buddy wears more than it may: so many items, and one of each category but accessories.",
    queries: {
      population: buddies,
      violations: `
        SELECT b.customer_id, b.buddy_id, count(*) AS worn
        FROM buddies AS b, json_each(b.state -> 'items') AS item
        WHERE (item.value ->> 'equipped')::boolean GROUP BY b.customer_id, b.buddy_id
        HAVING count(*) > ${limits.equipped_items_max}
          OR count(*) FILTER (WHERE item.value ->> 'category' <> 'accessory')
            > count(DISTINCT item.value ->> 'category') FILTER (WHERE item.value ->> 'category' <> 'accessory')`
    }
  },
  {
    id: "outfits_within_limits",
    title: "A buddy keeps so many outfits at most, each under a name of its own and of as many items as can be worn.",
    queries: {
      population: "SELECT count(*) FROM buddies AS b, json_each(b.state -> 'outfits')",
      // Of letters beyond ASCII Postgres and the engine may think differently, by locale: no name is wrong for that.
      violations: `
        SELECT b.customer_id, b.buddy_id, count(*) AS outfits
        FROM buddies AS b, json_each(b.state -> 'outfits') AS outfit
        GROUP BY b.customer_id, b.buddy_id
        HAVING count(*) > ${limits.outfits_max}
          OR count(*) > count(DISTINCT lower(outfit.value ->> 'name' COLLATE "C"))
          OR NOT bool_and(json_array_length(outfit.value -> 'item_ids') BETWEEN 1 AND ${limits.equipped_items_max})`
    }
  },
  {
    id: "stage_within_limits",
    title: "Every buddy is at a stage from 1 to 5 and at a prestige level of 0 or more.",
    queries: {
      population: buddies,
      violations: `
        SELECT customer_id, buddy_id, state -> 'evolution_stage' AS stage, state -> 'prestige_level' AS prestige_level
        FROM buddies
        WHERE ((state ->> 'evolution_stage')::numeric BETWEEN 1 AND 5 AND (state ->> 'prestige_level')::numeric >= 0)
          IS NOT TRUE`
    }
  }
]
