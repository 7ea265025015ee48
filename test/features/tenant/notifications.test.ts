/** What the people of a workspace are told: once, by whom it happens, and by mail where it is grave. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { NotificationsDue } from "../../../src/features/tenant/notifications/Store/Due.ts"
import { tellBeside } from "../../../src/platform/notifications/Tell.ts"
import type { News } from "../../../src/wire/Notification.ts"
import { OperationStore } from "../../../src/features/players/operations/Store.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { publish, studyContent } from "../../kit/players/players.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const day_ms = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day_ms).toISOString()

const news = (kind: News["kind"], subject: string): News => ({ kind, subject, message: "Look here", details: {} })
const tell = (customer_id: string, told: News) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => tellBeside(sql, customer_id, told))

interface Listed {
  readonly notification_id: string
  readonly kind: string
  readonly severity: string
  readonly message: string
  readonly read_at: string | null
  readonly action_url: string
  readonly details: Readonly<Record<string, unknown>>
}
const list = ({ call }: TestTenant, query = "") =>
  Effect.map(call("GET", `/notifications${query}`), ({ body, status, text }) => {
    assert.strictEqual(status, 200, text)
    return body as {
      readonly notifications: ReadonlyArray<Listed>
      readonly nextCursor: string | null
      readonly unreadCount: number
      readonly pausedUntil: string | null
    }
  })
const kindsOf = ({ notifications }: { readonly notifications: ReadonlyArray<Listed> }) =>
  notifications.map(({ kind }) => kind)

/** Mails to the proven addresses of a workspace; its one owner has one. */
const mailsOf = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`
    SELECT m.body FROM mails AS m JOIN accounts AS a ON a.email = m.recipient
    WHERE a.customer_id = ${customer_id}::uuid`
  return found.length
})
const settled = (customer_id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    until(
      "mails to be settled",
      Effect.map(
        sql`SELECT 1 FROM notifications WHERE customer_id = ${customer_id}::uuid AND mail_due`,
        (due) => due.length === 0
      )
    )
  )
const proven = Effect.fnUntraced(function* ({ customer_id }: TestTenant) {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* ownerOf(customer_id)
  yield* sql`UPDATE accounts SET email_verified_at = now() WHERE account_id = ${account_id}::uuid`
})

layer(TestApp.shared, { excludeTestServices: true })("notifications", (it) => {
  it.effect("are listed newest first, page by page, and marked as read once for everybody", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      for (const subject of ["a", "b", "c"]) yield* tell(customer_id, news("plan_changed", subject))
      assert.isFalse(yield* tell(customer_id, news("plan_changed", "c")), "one of a subject is unread")
      // What is told within one millisecond has no order.
      yield* SqlClient.SqlClient.use(
        (sql) => sql`UPDATE notifications SET created_at = created_at - interval '1 second'
          WHERE customer_id = ${customer_id}::uuid`
      )
      yield* tell(customer_id, news("credits_low", "2026-11"))
      const first = yield* list(tenant, "?limit=3")
      assert.deepStrictEqual(kindsOf(first), ["credits_low", "plan_changed", "plan_changed"])
      assert.deepInclude(first, { unreadCount: 4, pausedUntil: null })
      const rest = yield* list(tenant, `?limit=3&cursor=${first.nextCursor}`)
      assert.strictEqual(rest.nextCursor, null)
      const all = [...first.notifications, ...rest.notifications].map(({ notification_id }) => notification_id)
      assert.strictEqual(new Set(all).size, 4)
      assert.match(first.notifications[0]!.action_url, /\/console\/usage$/)

      const once = yield* call("POST", `/notifications/${all[3]}/read`)
      const again = yield* call("POST", `/notifications/${all[3]}/read`)
      assert.isString(once.body.read_at)
      assert.strictEqual(again.body.read_at, once.body.read_at)
      assert.lengthOf((yield* list(tenant, "?unread=true&kind=plan_changed")).notifications, 2)
      assert.isTrue(yield* tell(customer_id, news("plan_changed", "a")), "what was read can be news again")
      assert.isFalse(yield* tell(customer_id, { ...news("plan_changed", "a"), once: true }))
      const other = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* other.call("POST", `/notifications/${all[0]}/read`)).status, 404)
      const some = yield* call("POST", "/notifications/read", { ids: [all[0], all[3], customer_id] })
      assert.deepStrictEqual(some.body, { read: 1, unreadCount: 3 })
      const before = yield* call("POST", "/notifications/read", { before: inDays(1) })
      assert.deepStrictEqual(before.body, { read: 3, unreadCount: 0 })
      for (const body of [{}, { ids: [] }, { ids: ["x"] }, { ids: [all[0]], before: inDays(1) }])
        assert.strictEqual((yield* call("POST", "/notifications/read", body)).status, 422, JSON.stringify(body))
    })
  )

  it.effect("of a workspace are ten thousand, the newest", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO notifications (customer_id, notification_id, kind, severity, subject, message, details, created_at)
        SELECT ${customer_id}::uuid, gen_random_uuid(), 'plan_changed', 'info', 'old' || n, 'x', '{}',
          now() - n * interval '1 minute' FROM generate_series(1, 10050) AS n`
      yield* tell(customer_id, news("credits_low", "now"))
      const kept = yield* sql`
        SELECT count(*)::int AS count, bool_or(subject = 'now') AS newest, bool_or(subject = 'old9999') AS old,
          bool_or(subject = 'old10000') AS older FROM notifications WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(kept[0], { count: 10_000, newest: true, old: true, older: false })
    })
  )

  it.effect("go out as mail where they are grave: one of a kind a day, none in a pause", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* proven(tenant)
      yield* tell(customer_id, news("quota_exhausted", "2026-10"))
      yield* tell(customer_id, news("quota_warning", "2026-10"))
      yield* settled(customer_id)
      assert.strictEqual(yield* mailsOf(customer_id), 1)
      yield* tell(customer_id, news("quota_exhausted", "2026-11"))
      yield* settled(customer_id)
      assert.strictEqual(yield* mailsOf(customer_id), 1, "the second of its kind within a day")

      for (const until of ["2020-01-01T00:00:00Z", inDays(91), "soon"])
        assert.strictEqual((yield* call("PATCH", "/notifications/pause", { until })).status, 422, until)
      const paused = yield* call("PATCH", "/notifications/pause", { until: inDays(89) })
      assert.strictEqual(paused.status, 200, paused.text)
      assert.strictEqual((yield* list(tenant)).pausedUntil, paused.body.pausedUntil)
      yield* tell(customer_id, news("surface_guessing", "a"))
      yield* settled(customer_id)
      assert.strictEqual(yield* mailsOf(customer_id), 1, "stored and not mailed")
      assert.include(kindsOf(yield* list(tenant)), "surface_guessing")
      assert.deepStrictEqual((yield* call("PATCH", "/notifications/pause", { until: null })).body, {
        pausedUntil: null
      })
      yield* tell(customer_id, news("surface_guessing", "b"))
      yield* settled(customer_id)
      assert.strictEqual(yield* mailsOf(customer_id), 2)
    })
  )

  it.effect("that nobody has read grow graver with what they tell of, and go out as mail then", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* proven(tenant)
      const budget = (severity: NonNullable<News["severity"]>, message: string) =>
        tell(customer_id, { ...news("economy_alert", "budget"), severity, message })
      const listed = Effect.map(list(tenant), ({ notifications, unreadCount }) => [
        unreadCount,
        ...notifications.map(({ message, severity }) => [severity, message])
      ])
      assert.isTrue(yield* budget("warning", "It runs out."))
      yield* settled(customer_id)
      assert.strictEqual(yield* mailsOf(customer_id), 0)
      assert.isTrue(yield* budget("critical", "It is used up."))
      yield* settled(customer_id)
      assert.deepStrictEqual(yield* listed, [1, ["critical", "It is used up."]])
      assert.strictEqual(yield* mailsOf(customer_id), 1)
      for (const severity of ["critical", "warning"] as const) assert.isFalse(yield* budget(severity, "Again."))
      assert.deepStrictEqual(yield* listed, [1, ["critical", "It is used up."]])
      yield* call("POST", "/notifications/read", { before: inDays(1) })
      assert.isTrue(yield* budget("warning", "It runs out again."))
      assert.deepStrictEqual((yield* listed).slice(0, 1), [1])
    })
  )

  it.effect("of a workspace are mailed one at a time", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const [many, one] = [(yield* app.tenant()).customer_id, (yield* app.tenant()).customer_id]
      const sql = yield* SqlClient.SqlClient
      const { toMail } = yield* NotificationsDue
      // Not committed: whoever mails them does not see them.
      const due = yield* sql.withTransaction(
        Effect.gen(function* () {
          for (const subject of ["a", "b", "c"]) yield* tell(many, news("surface_guessing", subject))
          yield* tell(one, news("surface_guessing", "a"))
          const found = yield* toMail
          yield* sql`UPDATE notifications SET mail_due = false WHERE customer_id IN (${many}::uuid, ${one}::uuid)`
          return found.map(({ customer_id }) => customer_id)
        })
      )
      const own = due.filter((id) => id === many || id === one)
      assert.deepStrictEqual(own.toSorted(), [many, one].toSorted())
    }).pipe(Effect.provide(NotificationsDue.layer))
  )

  it.effect("are written by what they tell of", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant, studyContent)
      for (const text of ["Onwards, {name}", "Well done, {name}"])
        yield* call("POST", "/customers/me/council/proposals", { slot: "level_up_copy.stage_2", text })
      const operations = yield* OperationStore
      const job = { type: "hatch", resource_type: "egg", resource_id: customer_id } as const
      for (const _ of [1, 2]) {
        const operation_id = yield* operations.create(customer_id, job)
        yield* operations.fail({ customer_id, operation_id }, { code: "image_provider_failed", message: "no picture" })
      }
      yield* sql`
        INSERT INTO api_keys (customer_id, api_key_id, type, mode, label, key_hash, last4, created_at, created_by,
          expires_at)
        VALUES (${customer_id}::uuid, gen_random_uuid(), 'secret', 'live', 'Old', sha256(${customer_id}::bytea), '1234',
          now() - interval '30 days', 'test', now() + interval '6 days')`
      yield* until(
        "the key's end to be told",
        Effect.map(list(tenant), (page) => kindsOf(page).includes("key_expiring"))
      )
      const { notifications } = yield* list(tenant)
      const told = notifications.map(({ kind }) => kind).sort()
      assert.deepStrictEqual(
        told.filter((kind) => kind !== "key_expiring"),
        ["config_published", "operation_failed", "proposal_waiting"]
      )
      const failure = notifications.find(({ kind }) => kind === "operation_failed")
      assert.deepInclude(failure, { severity: "warning" })
      assert.deepInclude(failure?.details, { type: "hatch", code: "image_provider_failed" })
    }).pipe(Effect.provide(OperationStore.layer))
  )

  it.effect("say of an endpoint that was disabled again what was said before, the newest unread", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      // as the statement of the pump writes it
      for (const _ of [1, 2])
        yield* sql`
          INSERT INTO notifications (customer_id, notification_id, kind, message, details, created_at)
          VALUES (${tenant.customer_id}::uuid, gen_random_uuid(), 'webhook_endpoint_disabled', 'Disabled',
            '{"webhook_config_id": "e1"}', clock_timestamp())`
      const { notifications, unreadCount } = yield* list(tenant)
      assert.strictEqual(unreadCount, 1)
      assert.deepStrictEqual(
        notifications.map(({ read_at, severity }) => [severity, read_at === null]),
        [
          ["critical", true],
          ["critical", false]
        ]
      )
    })
  )
})
