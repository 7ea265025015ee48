/** Mentors and who they look after, through the public routes. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, type Call, TestApp } from "../service/TestApp.ts"
import { join, makeTeam, mates } from "./TeamMates.ts"

export const base = "/customers/me/mentor-visibility"
export const sessions = `${base}/sessions`
export const refused = ({ body, status }: Answer) => [status, body?.error?.code, body?.error?.details]

export const pair = (call: Call, mentor_buddy_id: string | undefined, mentee_buddy_id: string | undefined, more = {}) =>
  call("POST", sessions, { mentor_buddy_id, mentee_buddy_id, ...more })

/** Where others see: who is mentored by whom, as the list of active sessions says. */
export const active = (call: Call) =>
  Effect.map(call("GET", `${sessions}?status=active`), ({ body }) =>
    body.data.map((one: { mentee_buddy_id: string }) => one.mentee_buddy_id)
  )

/** A team with a mentor and so many members. */
export const school = Effect.fnUntraced(function* (count: number) {
  const tenant = yield* (yield* TestApp).tenant()
  const { call } = tenant
  const [mentor, ...members] = yield* mates(tenant, count)
  const { team_id } = yield* makeTeam(call, { name: "School" })
  assert.strictEqual((yield* join(call, team_id, mentor, "mentor")).status, 201)
  for (const id of members) assert.strictEqual((yield* join(call, team_id, id)).status, 201)
  assert.strictEqual((yield* call("PATCH", `${base}/config`, { enabled: true })).status, 200)
  return { ...tenant, mentor, members, team_id }
})
