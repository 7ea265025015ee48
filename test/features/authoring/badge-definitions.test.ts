import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { versionedList } from "../../kit/contract/VersionedList.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

versionedList({
  path: "/badge-definitions",
  id: "badge_definition_id",
  key: "badge_key",
  body: (badge_key) => ({ badge_key, label: "A badge" })
})

layer(TestApp.shared, { excludeTestServices: true })("badge definitions", (it) => {
  it.effect("are read and not written by publishable keys, and only where one may see what is in force", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ mode: "live" })
      const draft = call("POST", "/config-versions")
      const made = yield* call("POST", "/auth/publishable-keys", { label: "web", permissions: ["badges:read"] })
      const key = made.body.key
      yield* call("POST", "/badge-definitions", { badge_key: "shown", label: "Shown" })
      yield* call("POST", "/badge-definitions", { badge_key: "hidden", label: "Hidden", is_secret: true })
      yield* call("POST", `/config-versions/${(yield* draft).body.config_version_id}/publish`)
      yield* call("POST", "/badge-definitions", { badge_key: "draft", label: "Draft" })

      const seen = yield* call("GET", "/badge-definitions", undefined, { key })
      assert.deepStrictEqual(
        seen.body.data.map((badge: { badge_key: string }) => badge.badge_key),
        ["shown"]
      )
      assert.strictEqual((yield* call("GET", "/badge-definitions/hidden", undefined, { key })).status, 404)
      const drafted = `/badge-definitions?version=${(yield* draft).body.config_version_id}`
      assert.strictEqual((yield* call("GET", drafted, undefined, { key })).status, 404)
      assert.strictEqual((yield* call("GET", "/coin-rules", undefined, { key })).status, 403)
      assert.strictEqual(
        (yield* call("POST", "/badge-definitions", { badge_key: "x", label: "X" }, { key })).status,
        403
      )
    })
  )
})
