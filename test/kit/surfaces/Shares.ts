/** A buddy that is shared, and pages as a browser of anybody opens them. */
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { hatch, publish, studyContent } from "../players/players.ts"
import { TestApp } from "../service/TestApp.ts"

export const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" }

/** Longer than what random characters spell by chance. */
export const player = "ada-nobody-may-read"

export const sharing = Effect.gen(function* () {
  const app = yield* TestApp
  const tenant = yield* app.tenant({ name: "Acme Learning" })
  yield* publish(tenant, studyContent)
  const { buddy_id } = yield* hatch(tenant, player)
  const share = (yield* succeeded(tenant.call("POST", `/buddies/${buddy_id}/share`))).body
  return { ...tenant, tenant, app, buddy_id, share, code: share.code as string }
})

export const page = (path: string, headers: Record<string, string> = firefox, method = "GET") =>
  Effect.flatMap(TestApp, ({ baseUrl }) =>
    Effect.promise(async () => {
      const answer = await fetch(baseUrl + path, { redirect: "manual", headers, method })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    })
  )
