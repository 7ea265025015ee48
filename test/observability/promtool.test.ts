/** A scrape is written as Prometheus wants it: promtool has nothing to say, nor have its rules where it is missing. */
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { explained } from "../../src/platform/observability/metrics/Exposition.ts"
import { hasPromtool, lint, promtool } from "../kit/observability/PromLint.ts"
import { readScrape } from "../kit/observability/Scrape.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"

const scrape = Effect.gen(function* () {
  return (yield* (yield* TestApp).call("GET", "root:/metrics")).text
})

layer(TestApp.layer(), { excludeTestServices: true })("a scrape", (it) => {
  it.effect("is written as Prometheus wants it", () =>
    Effect.gen(function* () {
      yield* until(
        "the first look at the backlogs",
        Effect.map(scrape, (text) => text.includes("hatchery_cluster_oldest_message_seconds"))
      )
      const text = yield* scrape
      assert.deepStrictEqual(lint(text), [])
      if (hasPromtool) assert.deepStrictEqual(promtool(text), [])
    })
  )
})

const metric = (name: string, kind: string, options: { readonly help?: string; readonly labels?: string } = {}) =>
  `# HELP ${name} ${options.help ?? "Some words?"}\n# TYPE ${name} ${kind}\n${name}${options.labels ?? ""} 1\n`

const faulty: Readonly<Record<string, string>> = {
  "no help text": "# TYPE depth gauge\ndepth 1\n",
  "a counter without its ending": metric("requests", "counter"),
  "a gauge that ends like a counter": metric("requests_total", "gauge"),
  "a gauge that ends like a histogram": metric("requests_count", "gauge"),
  "a label of summaries": metric("lag_seconds", "gauge", { labels: '{quantile="0.5"}' }),
  "its kind in its name": metric("depth_gauge", "gauge"),
  "a colon": metric("depth:sum", "gauge"),
  "camel case": metric("queueDepth", "gauge"),
  "an abbreviated unit": metric("latency_ms", "gauge"),
  "another unit than seconds": metric("latency_milliseconds", "gauge"),
  "another unit than bytes": metric("memory_kilobytes", "gauge")
}

it("each rule of promtool finds its fault", () => {
  for (const [what, text] of Object.entries(faulty)) {
    assert.lengthOf(lint(text), 1, what)
    if (hasPromtool) assert.isNotEmpty(promtool(text), what)
  }
  assert.deepStrictEqual(lint(metric("queue_depth", "gauge")), [])
})

it("what the cluster library tells of itself gets the names, units and words of the catalogue", () => {
  const told = explained(
    [
      "# HELP effect_cluster_shard_release its own words",
      "# TYPE effect_cluster_shard_release histogram",
      'effect_cluster_shard_release_bucket{time_unit="ms",le="250"} 2',
      'effect_cluster_shard_release_bucket{le="+Inf"} 3',
      "effect_cluster_shard_release_sum 1500",
      "effect_cluster_shard_release_count 3",
      "# TYPE effect_cluster_shards gauge",
      "effect_cluster_shards 300",
      ""
    ].join("\n")
  )
  const { kinds, value } = readScrape(told)
  const release = "effect_cluster_shard_release_duration_seconds"
  assert.strictEqual(kinds.get(release), "histogram")
  assert.deepStrictEqual(
    [value(`${release}_bucket`, { le: "0.25" }), value(`${release}_sum`), value(`${release}_count`)],
    [2, 1.5, 3]
  )
  assert.strictEqual(value("effect_cluster_shards"), 300)
  assert.match(told, /^# HELP effect_cluster_shards How many shards/m)
  assert.deepStrictEqual(lint(told), [])
})
