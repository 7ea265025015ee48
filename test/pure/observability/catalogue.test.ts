/**
 * What is written about metrics is true: the page, the dashboard and the alerts speak of metrics that exist, in the way
 * their kind wants.
 */
import { assert, describe, it } from "vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { counted_max } from "../../../src/platform/observability/metrics/Backlogs.ts"
import { catalogue, chapters } from "../../../src/platform/observability/metrics/Catalogue.ts"
import type { Family } from "../../../src/platform/observability/metrics/Family.ts"
import { judgeExpression } from "../../kit/observability/PromQl.ts"
import { exists, read, root } from "../../kit/house/SourceTree.ts"
import { parseYaml } from "../../kit/deployment/Yaml.ts"

const page = "docs/metrics.md"

const nodesOf = { every: "every node", api: "nodes that serve HTTP", runner: "nodes that own shards" } as const

const labelOf = ({ label }: Family): string => {
  if (label === undefined) return ""
  const values =
    typeof label.values === "string" ? label.values : label.values.map((value) => `\`${value}\``).join(", ")
  return `\`${label.name}\`: ${values}`
}

const placeOf = ({ nodes, onlyWith }: Family) =>
  onlyWith === undefined ? nodesOf[nodes] : `${nodesOf[nodes]}, with \`${onlyWith}\``

const rowOf = (family: Family) =>
  `| \`${family.name}\` | ${family.kind} | ${placeOf(family)} | ${labelOf(family)} | ${family.answers} |`

const metricsPage = () =>
  [
    "# Metrics",
    "",
    "Every node answers `GET /metrics` in the Prometheus text format; with `METRICS_TOKEN` set it wants that token as",
    "a bearer token. This page is written from the catalogue in `src/platform/metrics` by",
    "`UPDATE_METRICS=1 npm test -- test/pure/observability/catalogue.test.ts`; a test fails when the two differ.",
    "",
    "A metric has one label at most, and its values are listed here: tenants, users, URLs and ids are never labels.",
    "Time is told in seconds, memory in bytes; `promtool check metrics` has nothing to say. Figures that need the",
    "database are looked up every 15 s by each node that owns shards; backlogs are those of the whole cluster, so",
    "take the maximum over nodes, not the sum.",
    ...chapters.flatMap(({ families, title }) => [
      "",
      `## ${title}`,
      "",
      "| metric | kind | where | label | question |",
      "| --- | --- | --- | --- | --- |",
      ...families.map(rowOf)
    ]),
    ""
  ].join("\n")

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly action: string; readonly runbook: string }
}

const rules = (
  parseYaml(read("ops/prometheus/alerts.yml")) as unknown as {
    readonly groups: ReadonlyArray<{ readonly name: string; readonly rules: ReadonlyArray<Rule> }>
  }
).groups.flatMap((group) => group.rules)

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly datasource?: { readonly uid: string }
  readonly targets?: ReadonlyArray<{ readonly expr: string; readonly datasource: { readonly uid: string } }>
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
}

const dashboard = JSON.parse(read("ops/grafana/hatchery.json")) as {
  readonly schemaVersion: number
  readonly templating: { readonly list: ReadonlyArray<{ readonly name: string; readonly definition?: string }> }
  readonly panels: ReadonlyArray<Panel>
}
const graphs = dashboard.panels.filter(({ type }) => type !== "row")

describe("the catalogue", () => {
  it("names every metric once, in the form of its kind, with a question", () => {
    const names = catalogue.map(({ name }) => name)
    assert.deepStrictEqual([...new Set(names)], names)
    const wrong = catalogue.filter(
      ({ answers, foreign, kind, name }) =>
        !/^[a-z][a-z0-9_]*$/.test(name) ||
        !(foreign !== undefined ? name.startsWith("effect_") : name.startsWith("hatchery_")) ||
        (kind === "counter") !== name.endsWith("_total") ||
        !answers.includes("?")
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("is what docs/metrics.md says", () => {
    if (process.env["UPDATE_METRICS"] === "1") writeFileSync(join(root, page), metricsPage())
    const advice = `${page} is not what the catalogue says: run this test once with UPDATE_METRICS=1.`
    assert.strictEqual(exists(page) ? read(page) : "", metricsPage(), advice)
  })
})

describe("pages for operators", () => {
  it("speak of metrics that exist", () => {
    const known = new Set(catalogue.map(({ name }) => name))
    const strangers = ["alerts", "keys", "observability", "operations", "upkeep"].flatMap((name) =>
      Array.from(read(`docs/${name}.md`).matchAll(/\b(?:hatchery|effect)_[a-z_]+/g), ([metric]) => metric).filter(
        (metric) => !known.has(metric)
      )
    )
    assert.deepStrictEqual(strangers, [])
  })
})

describe("an expression", () => {
  it("is judged by names, kinds, labels and values", () => {
    const faulty = [
      "hatchery_no_such_thing > 1",
      'hatchery_journal_queue{outcome="x"}',
      "hatchery_ingest_events_total > 1",
      "rate(hatchery_journal_queue[5m])",
      'rate(hatchery_ingest_events_total{outcome="lost"}[5m])',
      "sum by (tenant) (rate(hatchery_ingest_events_total[5m]))",
      "histogram_quantile(0.9, sum by (le) (rate(hatchery_ingest_duration_seconds[5m])))",
      "rate(hatchery_ingest_events_total)"
    ]
    assert.deepStrictEqual(
      faulty.filter((expression) => judgeExpression(catalogue, expression).length === 0),
      []
    )
    assert.throws(() => judgeExpression(catalogue, "hatchery_journal_queue ; drop"))
    assert.throws(() => judgeExpression(catalogue, "sum hatchery_journal_queue"))
  })
})

describe("the alerts", () => {
  it("ask for metrics that exist, as their kind wants", () => {
    assert.isAtLeast(rules.length, 20)
    assert.deepStrictEqual(
      rules.flatMap(({ expr }) => judgeExpression(catalogue, expr)),
      []
    )
  })

  it("of a backlog fires while what is counted of a single endpoint is all that waits", () => {
    const [, least] = /hatchery_webhook_backlog\S* (?:>=|>) (\d+)/.exec(
      rules.find(({ alert }) => alert === "WebhookBacklog")!.expr
    )!
    assert.isAtMost(Number(least), counted_max)
  })

  it("say what hurts, what to do, and where more is written", () => {
    assert.strictEqual(new Set(rules.map(({ alert }) => alert)).size, rules.length)
    const wrong = rules.filter(
      ({ annotations: { action, runbook, summary }, labels: { severity } }) =>
        !["page", "ticket"].includes(severity) || summary.length < 20 || action.length < 20 || !runbook.includes("#")
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("each have a section with meaning, causes, where to look and what to do, and no section is left over", () => {
    const sections = new Map(
      read("docs/alerts.md")
        .split(/^## /m)
        .slice(1)
        .map((section) => [section.slice(0, section.indexOf("\n")), section])
    )
    const parts = ["**Likely causes**\n\n- ", "**What to look at**\n\n- ", "**What to do**\n\n- "]
    const wrong = rules.filter(({ alert, annotations, labels }) => {
      const section = sections.get(alert)
      return (
        annotations.runbook !== `docs/alerts.md#${alert.toLowerCase()}` ||
        section === undefined ||
        !section.toLowerCase().includes(`*${labels.severity}.*`) ||
        !parts.every((part) => section.includes(part))
      )
    })
    assert.deepStrictEqual(
      wrong.map(({ alert }) => alert),
      []
    )
    assert.deepStrictEqual(
      [...sections.keys()].filter((title) => !rules.some(({ alert }) => alert === title)),
      []
    )
    const anchors = [...sections.keys()].map((title) => title.toLowerCase())
    const links = Array.from(read("docs/alerts.md").matchAll(/\]\(#([^)]+)\)/g), (match) => match[1] ?? "")
    assert.deepStrictEqual(
      links.filter((link) => !anchors.includes(link)),
      []
    )
  })
})

describe("the dashboard", () => {
  const known = (expression: string) => expression.replaceAll("$__rate_interval", "5m")

  it("asks for metrics that exist, as their kind wants", () => {
    const expressions = graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => known(expr)))
    assert.isAtLeast(expressions.length, 40)
    assert.deepStrictEqual(
      expressions.flatMap((expression) => judgeExpression(catalogue, expression)),
      []
    )
  })

  it("can be asked about one role or one node, over any Prometheus", () => {
    assert.isAtLeast(dashboard.schemaVersion, 39)
    assert.deepStrictEqual(
      dashboard.templating.list.map(({ name }) => name),
      ["datasource", "role", "instance"]
    )
    const wrong = graphs.filter(
      ({ datasource, targets = [] }) =>
        datasource?.uid !== "${datasource}" ||
        targets.length === 0 ||
        targets.some(
          ({ datasource, expr }) =>
            datasource.uid !== "${datasource}" || !expr.includes('instance=~"$instance", role=~"$role"')
        )
    )
    assert.deepStrictEqual(
      wrong.map(({ title }) => title),
      []
    )
    for (const { definition } of dashboard.templating.list) {
      if (definition !== undefined) assert.include(definition, "hatchery_build_info")
    }
  })

  it("lays every panel on the grid without covering another", () => {
    assert.strictEqual(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length)
    const cells = new Set<string>()
    for (const { gridPos, title } of dashboard.panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          assert.isBelow(x, 24, title)
          assert.isFalse(cells.has(`${x}/${y}`), title)
          cells.add(`${x}/${y}`)
        }
      }
    }
  })

  it("has a panel for every metric of the catalogue but those that only name or qualify others", () => {
    const spoken = graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join("\n")
    const aside = [
      "hatchery_build_info",
      "hatchery_config_cache_entries",
      "hatchery_process_uptime_seconds",
      "hatchery_retention_last_run_timestamp_seconds",
      "hatchery_webhook_attempt_duration_seconds",
      "effect_cluster_entity_mailbox_size_max",
      "effect_cluster_runners",
      "effect_cluster_runners_healthy",
      "effect_cluster_shard_release_duration_seconds",
      "effect_cluster_singletons"
    ]
    assert.deepStrictEqual(
      catalogue.map(({ name }) => name).filter((name) => !spoken.includes(name) && !aside.includes(name)),
      []
    )
  })
})
