/** What is fine on a machine to try things on is not there where others can come, unless it is asked for by name. */
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { AppConfig, type AppSettings } from "../../src/Config.ts"

const settingsOf = (env: Readonly<Record<string, string>>) =>
  Effect.map(AppConfig, (settings): AppSettings => settings).pipe(
    Effect.provide(AppConfig.layer),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env))
  )

const openness = ({
  billingManual,
  demo,
  embedded,
  host,
  onboardingAllowPrivate,
  webhookAllowPrivate
}: AppSettings) => {
  return { billingManual, demo, embedded, host, onboardingAllowPrivate, webhookAllowPrivate }
}

const ofItsOwn = { DATABASE_URL: "postgres://u:p@db.example/hatchery" }
const shut = {
  billingManual: false,
  demo: false,
  embedded: false,
  host: "0.0.0.0",
  onboardingAllowPrivate: false,
  webhookAllowPrivate: false
}

it.effect("with a database of its own a node has no demo, no free upgrades and no way to private addresses", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(openness(yield* settingsOf(ofItsOwn)), shut)
    const asked = { DEMO: "true", BILLING_MANUAL: "true", WEBHOOK_ALLOW_PRIVATE: "true" }
    assert.deepStrictEqual(openness(yield* settingsOf({ ...ofItsOwn, ...asked })), {
      ...shut,
      billingManual: true,
      demo: true,
      webhookAllowPrivate: true
    })
  })
)

it.effect("the embedded default has them, and is there for this machine alone", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(openness(yield* settingsOf({})), {
      billingManual: true,
      demo: true,
      embedded: true,
      host: "127.0.0.1",
      onboardingAllowPrivate: false,
      webhookAllowPrivate: true
    })
  })
)
