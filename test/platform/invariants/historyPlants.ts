/** Faults in what happened: events, manual changes, and what a buddy remembers of them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, changeState, enter, entriesOf, freshId, type Plant } from "./Plant.ts"
import type { World } from "./world.ts"

const ofBuddy = ({ buddy_id }: World) => [buddy_id]
const ofTenant = ({ customer_id }: World) => [customer_id]

/** An event of the first tenant's buddy that paid coins. */
const rewarded = `(SELECT e.event_id FROM events AS e
  WHERE e.buddy_id = $1::uuid AND e.mode = 'live' AND e.type = 'lesson.completed' AND e.effects ->> 'coins' = '10'
  LIMIT 1)`

const withoutLedgerIds = `(SELECT json_agg(json_build_array(s -> 0, s -> 1, s -> 2, s -> 3, '[]'::json))
  FROM json_array_elements(trace) AS s)`

/** Puts that many items of a category on. */
const dress = (count: number, category: string) => {
  const item = { acquired_at: 0, equipped: true, category }
  const items = Object.fromEntries(Array.from({ length: count }, (_, index) => [`item-${index}`, item]))
  return changeState("{items}", `'${JSON.stringify(items)}'`)
}

export const historyPlants: ReadonlyArray<Plant> = [
  {
    fault: "an event that paid is dropped",
    breaks: "ledger_event_exists",
    also: [
      "event_key_is_event",
      "event_answer_is_ledger",
      "event_trace_is_ledger",
      "unique_payment_is_firing",
      "event_usage_is_events",
      "event_counts_are_events",
      "score_is_counted"
    ],
    plant: change(`DELETE FROM events WHERE event_id = ${rewarded}`, ofBuddy)
  },
  {
    fault: "an event is stored and its id forgotten",
    breaks: "event_key_is_event",
    plant: change(`DELETE FROM event_keys WHERE event_id = ${rewarded}`, ofBuddy)
  },
  {
    fault: "an event came a second time in another month",
    breaks: "event_key_is_event",
    also: [
      "event_trace_is_ledger",
      "unique_payment_is_firing",
      "event_usage_is_events",
      "event_counts_are_events",
      "score_is_counted"
    ],
    plant: change(
      `INSERT INTO events SELECT (json_populate_record(e, json_build_object('sequence', m.begins * m.width))).*
       FROM events AS e, (SELECT begins, width FROM record_months() WHERE parent = 'events'::regclass
         ORDER BY begins DESC LIMIT 1) AS m
       WHERE e.event_id = ${rewarded}`,
      ofBuddy
    )
  },
  {
    fault: "an event was answered with a coin more",
    breaks: "event_answer_is_ledger",
    plant: change(
      `UPDATE events SET effects = jsonb_set(effects::jsonb, '{coins}', '11')::json WHERE event_id = ${rewarded}`,
      ofBuddy
    )
  },
  {
    fault: "an event was answered with another token balance",
    breaks: "event_answer_is_ledger",
    plant: change(
      `UPDATE events SET effects = jsonb_set(effects::jsonb, '{tokens,0,balance}', '7')::json
       WHERE event_id = ${rewarded}`,
      ofBuddy
    )
  },
  {
    fault: "the trace of an event forgets what it paid",
    breaks: "event_trace_is_ledger",
    plant: change(`UPDATE events SET trace = ${withoutLedgerIds} WHERE event_id = ${rewarded}`, ofBuddy)
  },
  {
    fault: "an event pays a second time, with everything that belongs to it",
    breaks: "rule_pays_event_once",
    also: ["event_answer_is_ledger", "event_trace_is_ledger", "change_is_told", "figures_add_up_to_the_ledger"],
    plant: (world) =>
      Effect.gen(function* () {
        const entries = yield* entriesOf(world, "token:xp")
        const [first, last] = [entries[0]!, entries.at(-1)!]
        const balance_after = last.balance_after + first.amount
        const [seq, ledger_id] = [last.seq + 1, yield* freshId]
        yield* enter({ ...first, seq, ledger_id, balance_after, prev_hash: last.hash })
        yield* changeState("{tokens,xp}", `'{"balance":${balance_after},"earned":${balance_after},"spent":0}'`)(world)
      })
  },
  {
    fault: "a manual change was answered with another balance",
    breaks: "command_answer_is_ledger",
    plant: change(
      `UPDATE commands SET reply = jsonb_set(reply::jsonb, '{reply,balance}', '1')::json
       WHERE buddy_id = $1::uuid AND reply #>> '{reply,_tag}' = 'Token'`,
      ofBuddy
    )
  },
  {
    fault: "what explains a manual change is dropped",
    breaks: "change_is_recorded",
    plant: change("DELETE FROM buddy_changes WHERE buddy_id = $1::uuid AND kind = 'spend_coins'", ofBuddy)
  },
  {
    fault: "nothing explains any manual change since the release that records them is a day old",
    breaks: "change_is_recorded",
    also: ["sale_within_stock", "boost_within_window", "lottery_debits_are_tickets"],
    plant: (world) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE app_migrations SET created_at = created_at - interval '1 day'`
        yield* change("DELETE FROM buddy_changes WHERE buddy_id = $1::uuid", ofBuddy)(world)
      })
  },
  {
    fault: "the trace of a manual change forgets what it booked",
    breaks: "change_trace_is_ledger",
    plant: change(
      `UPDATE buddy_changes SET trace = ${withoutLedgerIds} WHERE buddy_id = $1::uuid AND kind = 'earn_coins'`,
      ofBuddy
    )
  },
  {
    fault: "a manual change claims what an event brought",
    breaks: "change_trace_is_ledger",
    plant: change(
      `UPDATE buddy_changes SET ledger_ids = ledger_ids || (SELECT ledger_id FROM ledger
         WHERE buddy_id = $1::uuid AND reference_type = 'event' LIMIT 1)
       WHERE buddy_id = $1::uuid AND kind = 'earn_coins'`,
      ofBuddy
    )
  },
  {
    fault: "it is forgotten that a value was paid for",
    breaks: "unique_payment_is_firing",
    plant: change(
      "DELETE FROM unique_payments WHERE ctid = (SELECT ctid FROM unique_payments WHERE buddy_id = $1::uuid LIMIT 1)",
      ofBuddy
    )
  },
  {
    fault: "the quota has counted one event too many",
    breaks: "event_usage_is_events",
    also: ["figures_count_every_event"],
    plant: change("UPDATE event_usage SET used = used + 1 WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a buddy has counted an event too many",
    breaks: "event_counts_are_events",
    plant: changeState("{counts,lesson.completed,total}", "to_jsonb(99)")
  },
  {
    fault: "a buddy forgets an event that a rule looked at",
    breaks: "event_counts_are_events",
    plant: changeState("{counts,bonus.drawn,total}", "to_jsonb(0)")
  },
  {
    fault: "a buddy has a badge more often than it was awarded",
    breaks: "badges_are_awards",
    plant: changeState("{badges,helper,count}", "to_jsonb(3)")
  },
  {
    fault: "an award is numbered wrongly",
    breaks: "badges_are_awards",
    plant: change(
      "UPDATE buddy_badges SET times = 5 WHERE buddy_id = $1::uuid AND badge_key = 'helper' AND times = 2",
      ofBuddy
    )
  },
  {
    fault: "an award says that it came with other coins",
    breaks: "badge_coins_are_ledger",
    plant: change("UPDATE buddy_badges SET coin_reward = coin_reward + 1 WHERE buddy_id = $1::uuid", ofBuddy)
  },
  {
    fault: "a buddy has lost its state",
    breaks: "buddy_has_state",
    plant: change(
      `INSERT INTO buddy_identities (customer_id, buddy_id, egg_id, user_id, audience, name, status, config_version_id,
         visual_variant, theme, metadata, created_at)
       SELECT customer_id, gen_random_uuid(), gen_random_uuid(), 'nobody', audience, name, status, config_version_id,
         visual_variant, theme, metadata, created_at
       FROM buddy_identities WHERE buddy_id = $1::uuid`,
      ofBuddy
    )
  },
  {
    fault: "a state belongs to no buddy",
    breaks: "buddy_has_state",
    plant: change(
      `INSERT INTO buddy_states SELECT (jsonb_populate_record(s, jsonb_build_object('buddy_id', gen_random_uuid()))).*
       FROM buddy_states AS s WHERE buddy_id = $1::uuid`,
      ofBuddy
    )
  },
  {
    fault: "a buddy goes back to an earlier version",
    breaks: "buddy_version_counts_commits",
    plant: change("UPDATE buddy_states SET version = 2 WHERE buddy_id = $1::uuid", ofBuddy)
  },
  {
    fault: "a buddy promised a version that it has not got",
    breaks: "buddy_version_counts_commits",
    plant: change(
      `UPDATE commands SET reply = jsonb_set(reply::jsonb, '{state_version}', '1000')::json WHERE buddy_id = $1::uuid`,
      ofBuddy
    )
  },
  {
    fault: "a buddy was archived before it earned its last coins",
    breaks: "archived_buddy_earns_nothing",
    plant: change(
      "UPDATE buddy_identities SET archived_at = archived_at - interval '1 hour' WHERE buddy_id = $1::uuid",
      ({ archived_id }) => [archived_id]
    )
  },
  {
    fault: "a buddy is archived without a date",
    breaks: "archived_buddy_earns_nothing",
    also: ["buddy_in_few_teams"],
    plant: change("UPDATE buddy_identities SET status = 'archived' WHERE buddy_id = $1::uuid", ofBuddy)
  },
  {
    fault: "a buddy wears five accessories",
    breaks: "outfit_within_limits",
    also: ["items_were_acquired", "worn_is_put_on"],
    plant: dress(5, "accessory")
  },
  {
    fault: "a buddy wears two hats",
    breaks: "outfit_within_limits",
    also: ["items_were_acquired", "worn_is_put_on"],
    plant: dress(2, "head")
  },
  {
    fault: "a buddy is at a sixth stage",
    breaks: "stage_within_limits",
    also: ["buddy_columns_are_state"],
    plant: changeState("{evolution_stage}", "to_jsonb(6)")
  }
]
