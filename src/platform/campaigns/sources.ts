/**
 * Where what runs for all buddies is read from: a SELECT per kind over the table of its family that answers the `terms`
 * (json) of what is live for the customer `$1` at the moment `$2`. All kinds are one statement, once per read of the
 * tenant's facts.
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type CampaignKind, type LiveCampaigns, noCampaigns } from "../../wire/campaigns/Live.ts"
import type { Capability } from "../../wire/Plans.ts"
import { entitled, mayRun } from "../auth/Entitled.ts"
import { nowDate, rows } from "../postgres/Sql.ts"
import { lapsedAfterDays } from "../../wire/campaigns/Reengagement.ts"
import { subjectSums } from "./sums.ts"

/** An event may come so late; what is over for longer concerns none. */
const lateness = "interval '31 days'"
/** Of those a test clock stands still for, the present may be any time ahead. */
const earliestNow = `least($2::timestamptz, (
  SELECT min(t.virtual_now) FROM test_clocks AS t WHERE t.customer_id = $1::uuid AND EXISTS (
    SELECT FROM test_clock_users AS u WHERE u.customer_id = t.customer_id AND u.test_clock_id = t.test_clock_id)))`
const stillConcerns = (ends_at: string) => `${ends_at} > ${earliestNow} - ${lateness}`

const epochMs = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`

const leaderboards = `
  SELECT json_build_object('subject_id', subject_id, 'metric', metric, 'period', period) AS terms
  FROM leaderboards WHERE customer_id = $1::uuid AND enabled`

/** Of a family whose capability may be gone: what began before goes on, nothing begins. `record` is read with `c`. */
const itsWorkspace = (record: string) => `JOIN customers AS c ON c.customer_id = ${record}.customer_id`

/** Until it is closed: of one that is over, late events count. While the league is off it rests. */
const seasons = `
  SELECT json_build_object('season_id', s.season_id, 'metric', s.rules #> '{config,metric}',
    'starts_at', (extract(epoch FROM s.starts_at) * 1000)::bigint,
    'ends_at', (extract(epoch FROM s.ends_at) * 1000)::bigint,
    'is_resting', NOT (l.enabled AND ${mayRun("c", "leagues", "s.starts_at")})) AS terms
  FROM leagues AS l JOIN league_seasons AS s ON s.customer_id = l.customer_id AND s.state = 'open'
  ${itsWorkspace("s")}
  WHERE l.customer_id = $1::uuid`

const boosters = `
    SELECT jsonb_build_object('booster_id', booster_grant_id, 'booster_key', booster_key, 'audience', audience,
      'applies_to', applies_to, 'multiplier', multiplier, 'stacking', stacking, 'rounding', rounding,
      'starts_at', ${epochMs("starts_at")}, 'ends_at', ${epochMs("ends_at")}) AS terms
    FROM booster_grants
    WHERE customer_id = $1::uuid AND audience IS NOT NULL AND deleted_at IS NULL AND ${stillConcerns("ends_at")}`

/**
 * Those without a draw that have lately changed too, so that whoever comes too late is told so and not a lie. One that
 * is paused goes on with the tickets there are: it stands before all that are over.
 */
const lotteries = `
  SELECT json_build_object('lottery_id', l.lottery_id, 'lottery_key', l.lottery_key, 'revision', l.revision,
    'status', l.status, 'draw', CASE l.status WHEN 'active' THEN d.draw END,
    'resting', CASE l.status WHEN 'paused' THEN d.draw END) AS terms
  FROM lotteries AS l
  LEFT JOIN LATERAL (
    SELECT d.terms || jsonb_build_object('draw_id', d.draw_id, 'commit_hash', d.commit_hash, 'draw_at',
      to_char(d.draw_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS draw
    FROM lottery_draws AS d
    WHERE d.customer_id = l.customer_id AND d.lottery_id = l.lottery_id AND d.status = 'open'
  ) AS d ON true
  WHERE l.customer_id = $1::uuid AND l.status <> 'draft'
  ORDER BY l.status = 'active' AND d.draw IS NOT NULL DESC, d.draw IS NOT NULL DESC, l.updated_at DESC LIMIT 40`

/** Beyond it a cause counts no more: no sum of what it has counted may overflow. */
const causeTotalMax = "4000000000000000000"

const isOpen = (record: string, id: string) => `EXISTS (SELECT FROM campaign_subjects AS s
  WHERE s.customer_id = ${record}.customer_id AND s.subject_id = ${record}.${id} AND s.is_open)`

const questBegins = "coalesce(q.starts_at, q.published_at)"
const quests = `SELECT (q.goal - 'target') || jsonb_build_object('quest_id', q.quest_id, 'quest_key', q.quest_key,
      'audience', q.audience, 'team_id', q.team_id, 'participants', q.participants,
      'max_participants', q.max_participants, 'cap', q.contribution_cap_per_buddy,
      'starts_at', ${epochMs(questBegins)}, 'ends_at', ${epochMs("q.ends_at")},
      'participant_count', ${subjectSums.total("q", "quest_id", "participants")}::bigint,
      'is_waiting', NOT ${mayRun("c", "group_quests", questBegins)}) AS terms
    FROM group_quests AS q ${itsWorkspace("q")}
    WHERE q.customer_id = $1::uuid AND q.status = 'active' AND ${isOpen("q", "quest_id")}`

const causes = `SELECT c.counter::jsonb || jsonb_build_object('cause_id', c.cause_id, 'cause_key', c.cause_key,
      'audience', c.audience) AS terms
    FROM causes AS c WHERE c.customer_id = $1::uuid AND c.status = 'active' AND ${isOpen("c", "cause_id")}
      AND ${subjectSums.total("c", "cause_id")}::numeric < ${causeTotalMax}`

/** That the workspace has the capability now. */
const isOn = (capability: Capability): string =>
  `EXISTS (SELECT FROM customers AS c WHERE c.customer_id = $1::uuid AND ${entitled("c", capability)})`

const asRule = `jsonb_build_object('rule_id', d.surprise_drop_id, 'enabled', d.is_on)`
const surpriseDrops = `
  SELECT CASE WHEN d.is_on THEN (d.content - 'name') || ${asRule} ||
    jsonb_build_object('rule_key', d.drop_key, 'revision', d.revision) ELSE ${asRule} END AS terms
  FROM (SELECT *, (content ->> 'enabled')::boolean AND ${isOn("surprise_drops")} AS is_on FROM surprise_drops
    WHERE customer_id = $1::uuid AND deleted_at IS NULL) AS d`

const instant = (field: string): string => epochMs(`(b.content ->> '${field}')::timestamptz`)
const asBadge = `jsonb_build_object('event_badge_id', b.event_badge_id, 'enabled', b.is_on)`
const eventBadges = `
  SELECT CASE WHEN b.is_on THEN (b.content - '{description,icon_url,tier,status}'::text[]) || ${asBadge} ||
    jsonb_build_object('badge_key', b.badge_key, 'starts_at', ${instant("starts_at")},
      'ends_at', ${instant("ends_at")}) ELSE ${asBadge} END AS terms
  FROM (SELECT *, content ->> 'status' = 'active' AND ${isOn("buddies")} AS is_on FROM event_badges
    WHERE customer_id = $1::uuid AND deleted_at IS NULL
      AND ((content ->> 'ends_at') IS NULL OR ${stillConcerns("(content ->> 'ends_at')::timestamptz")})) AS b`
/** What items and boxes ask of whoever wants them: a change of theirs counts before any config version knows of it. */
const counted = `
  SELECT jsonb_build_object('event_type', c ->> 'key', 'window_days', max(coalesce((c ->> 'window_days')::int, 0)))
    AS terms
  FROM (
    SELECT content -> 'eligibility' AS asked FROM mystery_boxes
    WHERE customer_id = $1::uuid AND deleted_at IS NULL AND content ->> 'status' = 'active'
    UNION ALL
    SELECT jsonb_path_query(content, '$.*') FROM marketplace_items
    WHERE customer_id = $1::uuid AND status = 'active'
      AND content @? '$.*.conditions[*] ? (@.type == "event_count")'
  ) AS goods CROSS JOIN LATERAL jsonb_path_query(goods.asked, '$.conditions[*]') AS c
  WHERE c ->> 'type' = 'event_count' AND c ->> 'key' IS NOT NULL
  GROUP BY c ->> 'key'`

/** Of whoever has changed what is usual. */
const reengagement = `
  SELECT jsonb_build_object('reward', r.reward, 'lapsed_after_days',
    coalesce((c.settings ->> 'lapsed_after_days')::int, ${lapsedAfterDays.default})) AS terms
  FROM customers AS c LEFT JOIN reengagement_configs AS r ON r.customer_id = c.customer_id
  WHERE c.customer_id = $1::uuid AND (r.customer_id IS NOT NULL OR c.settings -> 'lapsed_after_days' IS NOT NULL)`

const sources: { readonly [K in CampaignKind]-?: string } = {
  boosters,
  leaderboards,
  lotteries,
  seasons,
  quests,
  causes,
  surprise_drops: surpriseDrops,
  event_badges: eventBadges,
  counted,
  reengagement
}

const parts = Object.entries<string>(sources).map(
  ([kind, select]) => `SELECT '${kind}' AS kind, terms::jsonb FROM (${select}) AS t`
)
const statement = parts.join(" UNION ALL ")

const Live = Schema.Struct({ kind: Schema.String, terms: Schema.Unknown })

export const liveCampaigns = (sql: SqlClient.SqlClient, customer_id: string): Effect.Effect<LiveCampaigns> => {
  if (parts.length === 0) return Effect.succeed(noCampaigns)
  const read = Effect.flatMap(nowDate, (now) => rows(Live)(sql.unsafe(statement, [customer_id, now])))
  return Effect.map(read, (found) => {
    if (found.length === 0) return noCampaigns
    const live: Record<string, Array<unknown>> = {}
    for (const { kind, terms } of found) (live[kind] ??= []).push(terms)
    return live as LiveCampaigns
  })
}
