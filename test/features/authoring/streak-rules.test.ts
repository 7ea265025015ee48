/** A user's weeks: streaks kept, warned about, lost, frozen, restored and spared, as the routes tell them. */
import { assert, describe, it } from "vitest"
import { type RunningTestService, startTestService } from "hatchery/testing"

const content = {
  streak_rules: [
    {
      streak_key: "daily",
      name: "Every day",
      qualifying: { events: [{ event_type: "lesson.completed" }] },
      at_risk_minutes: 240,
      freezes: { initial: 1, max: 1, auto_consume: false },
      vacation: { max_days: 5, max_per_year: 2 },
      restore_window_days: 2,
      milestones: [{ length: 3, reward: { coins: 50 } }, { every: 10 }]
    }
  ]
}
const startAt = "2026-11-02T10:00:00Z"
/** Nothing happens on the way. */
const atOnce = { step: "1 day" } as const

const living = async (service: RunningTestService, timezone?: string) => {
  const tenant = await service.tenant()
  await tenant.publish(content)
  const { buddy_id } = await tenant.hatch("ada", timezone === undefined ? {} : { timezone })
  const at = `/buddies/${buddy_id}`
  const board = async (query = "") => (await tenant.call("GET", `${at}/streaks${query}`)).body
  return {
    ...tenant,
    at,
    board,
    daily: async (query = "") => (await board(query)).streaks[0],
    learn: () => tenant.send({ user_id: "ada", type: "lesson.completed" })
  }
}
type Told = { readonly status: string }
const statuses = (streak: { readonly calendar: ReadonlyArray<Told> }) => streak.calendar.map(({ status }) => status)
const code = ({ body, status }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code
]

describe("streaks", () => {
  it("are told day by day in the user's own zone, with what comes next", async () => {
    await using service = await startTestService({ startAt: "2026-11-02T20:00:00Z" })
    const { at, board, call, daily, learn } = await living(service, "Asia/Tokyo")
    assert.deepInclude(await daily(), { status: "not_started", current_streak: 0, next_milestone: 3, expires_at: null })
    await learn()
    await service.advance("1 day", atOnce)
    await learn()
    const { today, ...told } = await board("?from=2026-11-01&to=2026-11-06")
    assert.strictEqual(today, "2026-11-04")
    const [streak] = told.streaks
    assert.deepStrictEqual(statuses(streak), ["none", "none", "done", "done", "upcoming", "upcoming"])
    assert.deepInclude(streak, {
      streak_key: "daily",
      name: "Every day",
      status: "running",
      current_streak: 2,
      longest_streak: 2,
      period_key: "2026-11-04",
      freezes_left: 1,
      expires_at: "2026-11-05T15:00:00.000Z",
      restorable_until: null
    })
    assert.lengthOf((await daily()).calendar, 30)
    for (const query of ["from=2026-11-31", "from=2026-11-02&to=2026-11-01", "from=2025-01-01&to=2026-11-01"]) {
      assert.deepStrictEqual(code(await call("GET", `${at}/streaks?${query}`)), [422, "validation_failed"])
    }
  })

  it("at risk once more, since what had saved them was taken back, are counted as one warning", async () => {
    await using service = await startTestService({ startAt })
    const { call, daily, learn } = await living(service)
    await learn()
    const analytics = async () => (await call("GET", "/customers/me/streak-at-risk/analytics")).body
    const warned = (open: number) => service.until("a warning", async () => (await analytics()).open === open)
    await service.advance("35 hours", atOnce)
    await warned(1)
    const { event_id } = await learn()
    assert.deepInclude(await analytics(), { warned: 1, rescued: 1, open: 0 })
    await call("POST", `/events/${event_id}/reverse`, {})
    assert.strictEqual((await daily()).status, "at_risk")
    await service.advance("10 minutes", atOnce)
    await warned(1)
    assert.deepInclude(await analytics(), { warned: 1, rescued: 0, rescue_rate: null })
    await learn()
    assert.deepInclude(await analytics(), { warned: 1, rescued: 1, open: 0, rescue_rate: 1 })
  })

  it("at risk are told once, and what came of it is counted", async () => {
    await using service = await startTestService({ startAt })
    const { call, daily, learn } = await living(service)
    const receiver = await service.receiver()
    await call("POST", "/webhook-configs", { url: receiver.url("/hook"), events: ["streak.at_risk"] })
    await learn()
    await service.advance("1 day", atOnce)
    assert.strictEqual((await daily()).status, "running")
    await service.advance("11 hours", atOnce)
    assert.strictEqual((await daily()).status, "at_risk")
    await service.until("a warning", async () => receiver.received("/hook").length > 0)
    const analytics = async () => (await call("GET", "/customers/me/streak-at-risk/analytics")).body
    assert.deepInclude(await analytics(), { window_days: 30, warned: 1, open: 1, rescue_rate: null })
    await learn()
    assert.deepInclude(await analytics(), { warned: 1, rescued: 1, open: 0, rescue_rate: 1 })
    await service.advance("3 days", { step: "3 hours" })
    assert.deepInclude(await daily(), { status: "broken", current_streak: 0, longest_streak: 2 })
    const bodies = receiver.received("/hook").map(({ body }) => JSON.parse(body))
    assert.deepStrictEqual(
      bodies.map(({ current_streak, period_key }) => [current_streak, period_key]),
      [
        [1, "2026-11-03"],
        [2, "2026-11-04"]
      ]
    )
    assert.deepInclude(bodies[0], { user_id: "ada", streak_key: "daily", expires_at: "2026-11-04T00:00:00.000Z" })
    assert.deepInclude(await analytics(), { warned: 2, rescued: 1, lost: 1, rescue_rate: 0.5 })
    assert.deepInclude((await analytics()).streaks[0], { streak_key: "daily", warned: 2 })
  })

  it("that broke are restored within their window, with the milestone this reaches, and not afterwards", async () => {
    await using service = await startTestService({ startAt })
    const { at, buddy, call, daily, learn } = await living(service)
    const restore = () => call("POST", `${at}/streaks/daily/restore`, { reason: "train strike" })
    assert.deepStrictEqual(code(await restore()), [409, "streak_not_restorable"])
    await learn()
    await service.advance("1 day", atOnce)
    await learn()
    await service.advance("2 days", atOnce)
    await learn()
    assert.deepInclude(await daily(), { current_streak: 1, restorable_until: "2026-11-07T00:00:00.000Z" })
    const restored = await restore()
    assert.strictEqual(restored.status, 200, restored.text)
    assert.deepInclude(restored.body, { current_streak: 3, longest_streak: 3, periods: ["2026-11-04"] })
    assert.strictEqual((await buddy("ada")).coins, 50)
    assert.deepStrictEqual(statuses(await daily("?from=2026-11-02&to=2026-11-05")), [
      "done",
      "done",
      "restored",
      "done"
    ])
    assert.strictEqual((await restore()).body.error.details.reason, "not_broken")
    await service.advance("5 days", atOnce)
    const late = await restore()
    assert.deepInclude(late.body.error.details, { reason: "too_late", until: "2026-11-09T00:00:00.000Z" })
    assert.strictEqual((await call("POST", `${at}/streaks/none/restore`, {})).status, 404)
  })

  it("hold over a day on a freeze spent by hand", async () => {
    await using service = await startTestService({ startAt })
    const { at, call, daily, learn } = await living(service)
    const freeze = () => call("POST", `${at}/streaks/daily/freeze`)
    assert.deepStrictEqual(code(await freeze()), [409, "streak_not_running"])
    await learn()
    await service.advance("1 day", atOnce)
    assert.deepInclude((await freeze()).body, { freezes_left: 0, periods: ["2026-11-03"], current_streak: 1 })
    assert.deepStrictEqual(code(await freeze()), [409, "no_freezes_left"])
    await service.advance("1 day", atOnce)
    assert.strictEqual((await learn()).effects.streak_updates[0]?.current_streak, 2)
    assert.deepStrictEqual(statuses(await daily("?from=2026-11-02&to=2026-11-04")), ["done", "frozen", "done"])
  })

  it("are spared on a vacation, which ends early when its user comes back", async () => {
    await using service = await startTestService({ startAt })
    const { at, board, call, daily, learn } = await living(service)
    const rest = (body: unknown) => call("POST", `${at}/vacation`, body)
    await learn()
    assert.deepInclude((await rest({ ends_on: "2026-11-20" })).body.error.details, { reason: "too_long", max_days: 5 })
    assert.deepStrictEqual(code(await rest({ ends_on: "2026-11-31" })), [422, "validation_failed"])
    const taken = await rest({ starts_on: "2026-11-03", ends_on: "2026-11-07" })
    assert.deepStrictEqual([taken.status, taken.body.days], [201, 5])
    assert.deepStrictEqual(code(await rest({ ends_on: "2026-11-04" })), [409, "vacation_refused"])
    await service.advance("3 days", atOnce)
    assert.deepInclude(await daily(), { status: "running", current_streak: 1 })
    const within = async (days: number) =>
      (await call("GET", `/customers/me/vacation/analytics?window_days=${days}`)).body
    assert.deepInclude(await within(1), { taken: 0, running_now: 0 })
    assert.deepInclude(await within(4), { taken: 1, running_now: 1 })
    assert.strictEqual((await call("DELETE", `${at}/vacation`)).status, 204)
    const told = await board("?from=2026-11-02&to=2026-11-06")
    assert.deepStrictEqual(told.vacations, [
      { starts_on: "2026-11-03", ends_on: "2026-11-04", days: 2, status: "over" }
    ])
    assert.deepStrictEqual(told.vacation_allowance, { max_days: 5, max_per_year: 2, taken_this_year: 1 })
    assert.deepStrictEqual(statuses(told.streaks[0]), ["done", "vacation", "vacation", "pending", "upcoming"])
    assert.strictEqual((await learn()).effects.streak_updates[0]?.current_streak, 2)
    await rest({ starts_on: "2026-12-01", ends_on: "2026-12-02" })
    const analytics = await call("GET", "/customers/me/vacation/analytics?window_days=90")
    assert.deepStrictEqual(analytics.body, {
      window_days: 90,
      taken: 2,
      cancelled: 0,
      ended_early: 1,
      buddies: 1,
      average_days: 2,
      running_now: 0,
      planned: 1
    })
    assert.strictEqual((await call("DELETE", `${at}/vacation`)).status, 204)
    assert.strictEqual((await call("DELETE", `${at}/vacation`)).status, 404)
  })
})
