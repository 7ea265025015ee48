/** Examples of answers that are no JSON: by operation, else by their type of content. */

const header = (columns: string, row: string) => `${columns}\r\n${row}\r\n`

export const files: Readonly<Record<string, string>> = {
  "text/csv": header("period,events", "2026-11-20,1284"),
  "application/x-ndjson": '{"type":"buddy","buddy_id":"01990000-0000-7000-8000-000000000004","name":"Pip"}\n',
  "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path d="M0 0h7v7H0z"/></svg>',
  "image/png": "(the bytes of the picture)",
  "auditLog.download": header(
    "created_at,audit_id,actor_type,actor_id,actor_label,action,method,path,target_type,target_id,status,request_id",
    "2026-11-20T09:00:00.000Z,01990000-0000-7000-8000-000000000033,account," +
      "01990000-0000-7000-8000-000000000001,ada@example.com,coin-rules.create,POST,/api/v1/coin-rules,,,201,r-1042"
  ),
  "analytics.getActivitySummary": header(
    "period,complete,active,new,returning,resurrected,dormant,events",
    "2026-11-20,true,214,12,196,6,9,1284"
  ),
  "analytics.getEventCounts": header(
    "event_type,events,share,defined,backfilled,reversed,without_buddy,unrewarded,coins",
    "lesson.completed,1284,0.8,true,0,2,14,120,11640"
  ),
  "analytics.getCustomEvents": header(
    "event_type,events,users,defined,used_by,first_day,last_day,silent_days",
    "lesson.completed,1284,214,true,coin_rule:lesson_coins,2026-09-01,2026-11-20,0"
  ),
  "analytics.getAudiences": header(
    "key,name,listed,users,active_users,new_users,buddies,events,coins_issued,coins_spent,outstanding,retention_w1",
    "learners,Learners,true,214,180,12,230,1284,11640,8200,3440,0.62"
  ),
  "analytics.getEconomySummary": header(
    "period,complete,issued,spent,corrected,outstanding",
    "2026-11-20,true,640,420,0,3440"
  ),
  "analytics.getPopularBadges": header(
    "badge_key,label,tier,awarded,holders,rarity,coins,revoked,deleted",
    "first_lesson,First lesson,bronze,180,180,0.84,4500,0,false"
  ),
  "analytics.getPopularItems": header(
    "item_id,item_key,name,category,status,acquired,purchases,gifts,unlocks,rewards,coins,owners,equips,deleted",
    "01990000-0000-7000-8000-00000000000c,wizard_hat,Wizard hat,head,active,60,52,4,0,4,1040,58,44,false"
  ),
  "analytics.getTokens": header(
    "token_key,name,kind,earned,spent,corrected,outstanding,holders,sources,deleted",
    "gem,Gems,primary,420,300,0,120,64,token_rule:lesson_gems,false"
  ),
  "analytics.getWebhooks": header(
    "webhook_config_id,host,enabled,status,delivered,failed_attempts,exhausted,pending,success_rate,p50_ms,p95_ms," +
      "last_success_at,failing_since",
    "01990000-0000-7000-8000-00000000001c,app.example.com,true,healthy,1284,3,0,0,0.998,180,420," +
      "2026-11-20T09:00:00.000Z,"
  ),
  "analytics.getRetention": header("cohort,size,offset,users,rate,complete", "2026-W46,40,1,25,0.625,true"),
  "analytics.getFeatureActivity": header(
    "feature,capability,entitled,enabled,users,share,actions,last_day",
    "events,events,true,true,214,1,1284,2026-11-20"
  ),
  "analytics.getStreaks": header(
    "streak_key,running,at_least,mean_current,longest,lapsed,started,extended,lost,restored,frozen,milestones," +
      "loss_rate,deleted",
    "daily,96,7:40,6.5,112,14,22,640,18,2,9,31,0.03,false"
  ),
  "analytics.getShareFunnel": header("channel,opened,shared,viewed,cta_clicked", "copy,40,22,61,9"),
  "brag.downloadTelemetry": header(
    "occurred_at,action,moment,subject_key,channel,buddy_id",
    "2026-11-20T08:59:58.000Z,shared,badge,first_lesson,copy,01990000-0000-7000-8000-000000000004"
  ),
  "causes.downloadAnalytics": header("date,cause_key,units,cumulative_units", "2026-11-20,trees,12,340"),
  "eventTypes.infer":
    'export interface LessonCompletedEvent {\n  readonly type: "lesson.completed"\n' +
    '  readonly properties: {\n    readonly "lesson_id"?: string\n    readonly "score"?: number\n  }\n}\n',
  "foundingCohort.downloadAudit": header(
    "number,buddy_id,user_id,action,origin,occurred_at",
    "1,01990000-0000-7000-8000-000000000004,ada,joined,hatch,2026-11-20T09:00:00.000Z"
  ),
  "public.getLotteryDrawEntries": "01990000-0000-7000-8000-000000000010 3\n",
  "onboarding.message":
    'event: start\ndata: {"message_id":"01990000-0000-7000-8000-00000000002d"}\n\n' +
    'event: delta\ndata: {"text":"A streak would fit your daily lessons."}\n\n' +
    'event: session\ndata: {"answers_changed":false,"plan_stale":false}\n\n' +
    'event: done\ndata: {"message_id":"01990000-0000-7000-8000-00000000002d","credits":0}\n\n'
}
