/**
 * Every npm command of this project: what it is for, what may be said to it, and what runs. Help is made from this
 * table alone, so that asking for it starts and installs nothing.
 *
 *   about     one line
 *   usage     what may follow `npm run <name> --`; without it nothing may
 *   options   [name, meaning] of each, for help
 *   settings  environment variables worth knowing here
 *   commands  it has commands of its own, each with help of its own
 *   steps     programs with their arguments: a file of this project or the program of a package
 */

/** Tests of what tenants see, whatever runs behind it. Those left out start something of their own. */
const acceptance = [
  ...["journeys", "features", "contract", "demo", "edge"].map((folder) => `test/${folder}/`),
  "test/process/demo/",
  "test/process/journeys/readme.test.ts",
  ...["hatch", "recovery"].map((name) => `--exclude=test/features/players/eggs-${name}.test.ts`)
]

const ofVitest = [
  ["path ...", "only these test files or folders"],
  ["--project name", "pure (no database, no sockets: seconds), service, pages, process or alone; may be repeated"],
  ["-t pattern", "only tests of such a name; and every other option of vitest"]
]

const ofDatabase = [["DATABASE_URL", "the database to work on; without it the embedded one in DATA_DIR (.data)"]]

const operator = (name, about, options, settings = ofDatabase) => {
  const hasCommands = options.every(([option]) => !option.startsWith("--"))
  return [
    name,
    {
      about,
      settings,
      options,
      commands: hasCommands,
      usage: hasCommands ? "<command> [options]" : "[options]",
      needsDevelopment: false,
      steps: (rest) => [["src/cli/main.ts", name, ...rest]]
    }
  ]
}

export const commands = Object.fromEntries([
  [
    "start",
    {
      about:
        "starts the service; without DATABASE_URL with a Postgres of its own and a demo workspace. Ctrl-C stops it",
      settings: [
        ["PORT", "where it listens (4000)"],
        ["DATA_DIR", "where the embedded Postgres keeps its data (.data)"],
        ["DATABASE_URL", "a Postgres 18 to use instead"],
        ["LOG_FORMAT", "pretty for people, json for programs; auto: pretty on a terminal"],
        ["", "every variable is explained in .env.example"]
      ],
      needsDevelopment: false,
      steps: () => [["src/main.ts"]]
    }
  ],
  [
    "test",
    {
      about: "runs the tests on a throw-away Postgres",
      usage: "[path ...] [options]",
      options: ofVitest,
      steps: (rest) => [["vitest", "run", ...rest]]
    }
  ],
  [
    "test:cluster",
    {
      about: "runs the acceptance tests over one HTTP node and two runners",
      usage: "[path ...] [options]",
      options: ofVitest,
      steps: (rest) => [["vitest", "run", ...(rest.length > 0 ? rest : acceptance)]],
      env: { HATCHERY_TEST_TOPOLOGY: "cluster" }
    }
  ],
  [
    "test:faults",
    {
      about: "kills, freezes and cuts off real processes under load, and judges what clients were told",
      usage: "[options]",
      options: [
        ["--only a,b", "these scenarios, by name"],
        ["--seed text", "repeats the draws of an earlier run"],
        ["--rounds n", "the whole list so many times"],
        ["--short", "the few that also run with the other tests"],
        ["--report file", "the table as Markdown"],
        ["--keep", "leaves everything running at the end, until Ctrl-C"]
      ],
      steps: (rest) => [["test/faults/main.ts", ...rest]]
    }
  ],
  [
    "simulate",
    {
      about: "plays seeded lives of the write path with crashes and lost answers",
      usage: "[options]",
      options: [
        ["--seeds n", "so many lives (2000)"],
        ["--from n", "the first seed (1)"],
        ["--workers n", "threads (as many as processors, four at most)"],
        ["--seed n", "this one, with its whole timeline"],
        ["--flaw name", "breaks a promise first, see test/simulation/Flaws.ts"]
      ],
      steps: (rest) => [["test/simulation/main.ts", ...rest]]
    }
  ],
  [
    "bench",
    {
      about: "measures the service beside a plain server; needs a C compiler for its client, and takes ten minutes",
      usage: "[options]",
      options: [
        [
          "--only a,b",
          "of idle, uniform, hot, rules, reads, backtest, campaigns, close, rush, pages, residents, webhooks, disk, " +
            "figures, share"
        ],
        ["--events n", "stored for the scenarios disk and figures (10000000)"],
        ["--months n", "in which the events of the scenario disk are written (1)"],
        ["--users n", "of the scenario figures (1000000)"],
        ["--daily a,b", "events of a user and day in the scenario share (4,20)"],
        ["--scorers n", "of the season the scenario close ends (100000)"],
        ["--players n", "who come at one moment in the scenario rush (1000)"],
        ["--rounds n", "rounds (3)"],
        ["--seconds n", "of each measurement (8)"],
        ["--warmup n", "seconds before the first (8)"],
        ["--buddies n", "buddies (10000)"],
        ["--residents n", "buddies that are kept awake to see what memory that takes (50000)"],
        ["--alone", "without the plain server: no ratios, in half the time"]
      ],
      steps: (rest) => [["test/bench/main.ts", ...rest]]
    }
  ],
  operator(
    "cluster",
    "starts one HTTP node and some runners as processes of this machine",
    [["--runners n", "how many nodes own buddies (2)"]],
    [...ofDatabase, ["PORT", "where the HTTP node listens (4000)"]]
  ),
  operator("verify", "checks the books of a database: every balance, event, egg and delivery", [
    ["--quiescent", "also that what was begun has ended"],
    ["--json", "prints JSON instead of a table"]
  ]),
  operator("keys", "the keys of the service itself: what signs logins, widgets, cursors and ledgers", [
    ["list", "which there are, and from when and to when they count"],
    ["rotate <purpose>", "makes a new one; what the others made goes on counting for as long as it is used"],
    ["retire <key_id>", "ends one now: what it signed is refused from this moment on"],
    ["reseal", "seals and signs anew, with the newest keys, whatever older ones did"]
  ]),
  operator(
    "config",
    "a workspace's configuration as a file",
    [
      ["pull [file]", "writes the configuration into the file (hatchery.config.json)"],
      ["plan [file]", "shows what a push would change"],
      ["push [file]", "writes the file into the workspace"],
      ["publish", "publishes the open draft"]
    ],
    [
      ["HATCHERY_API_KEY", "a secret key of the workspace"],
      ["HATCHERY_BASE_URL", "where the service is (http://127.0.0.1:4000)"]
    ]
  ),
  operator("erasures", "users who were erased, and may not come back with a backup", [
    ["record [file]", "writes down which there were, without names (standard output); keep it apart from the backups"],
    ["reapply [file]", "after a restore: erases again who is on that record, or on the database's own"]
  ]),
  operator("analytics", "what reports are made of", [
    ["rebuild", "counts the figures again out of events, ledger and history, of all workspaces"],
    ["--customer id", "of one alone"]
  ]),
  operator("dead-letters", "requests that could not be carried out", [
    ["list", "which there are"],
    ["show <id>", "one of them, with the request it holds"],
    ["retry [<id>]", "has it sent again, or all of them (--all)"],
    ["discard <id>", "gives it up"]
  ]),
  operator("deliveries", "webhooks that were given up", [
    ["exhausted", "how many, by endpoint"],
    ["retry <endpoint>", "sends them again"]
  ]),
  [
    "check",
    {
      about:
        "format, lint, types, house rules, the contract and the SDK made from it, and how much browsers have to load",
      steps: () => [
        ["oxfmt", "--check"],
        ["oxlint"],
        ["tsc", "--noEmit"],
        ["tsc", "--noEmit", "--project", "src/widgets"],
        ["tsc", "--noEmit", "--project", "src/console"],
        ["tsc", "--noEmit", "-p", "sdk"],
        ["sdk/generate/main.ts", "--check"],
        ["test/budgets/main.ts"],
        ["redocly", "lint", "contract/openapi.json", "--format=stylish"],
        ["vitest", "run", "test/pure/tidy", "test/pure/contract"]
      ],
      // It judges one file of this folder, and nobody need hear of it.
      env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
    }
  ],
  [
    "sdk",
    {
      about: "makes @hatchery/sdk, its generated part, @hatchery/testing and @hatchery/cli: tarballs in sdk",
      steps: () => [["sdk/generate/main.ts"], ["sdk/build/main.ts"]]
    }
  ],
  [
    "clients",
    {
      about: "generates clients of others from the committed contract, compiles them and sends them on a journey",
      steps: () => [["contract/clients/run.mjs"]]
    }
  ],
  [
    "format",
    {
      about: "formats the sources",
      usage: "[path ...]",
      options: [["path ...", "only these"]],
      steps: (rest) => [["oxfmt", ...rest]]
    }
  ]
])

const columns = (rows) => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
}

/** `npm start` and `npm test` have names of their own in npm. */
const call = (name) => (name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`)

/** What `--help` prints. */
export const helpOf = (name) => {
  const { about, commands: hasCommands, options = [], settings = [], usage } = commands[name]
  return [
    `${call(name)}${usage === undefined ? "" : ` -- ${usage}`}`,
    "",
    `  ${about}`,
    ...(options.length === 0 ? [] : ["", ...columns(options)]),
    ...(settings.length === 0 ? [] : ["", "Environment:", ...columns(settings)]),
    ...(hasCommands ? ["", `More of a command: ${call(name)} -- <command> --help`] : [])
  ].join("\n")
}

/** All of them in a line each. */
export const overview = () =>
  [
    ...columns(Object.entries(commands).map(([name, { about }]) => [call(name), about])),
    "",
    "More of one: npm run <name> -- --help"
  ].join("\n")
