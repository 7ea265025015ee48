/** Members from a file: what it would come to, the operation that does it, and one batch of that. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { TeamReply } from "../../../../engine/community/TeamTerms.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { jobWorkflow, steady } from "../../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { transactionOf } from "../../../../platform/postgres/Sql.ts"
import type { NotFound, ValidationFailed } from "../../../../wire/Failure.ts"
import { CampaignLimit } from "../../../../wire/refusals/Campaigns.ts"
import { breathe } from "../../../../wire/Turns.ts"
import { patiently, unlessBroken } from "../../../players/operations/Service/Batches.ts"
import { Operations } from "../../../players/operations/Service.ts"
import { type ImportResult, membersDefault } from "../Api.ts"
import { errors_shown_max, type ImportError, noImport, teamsOfPlan } from "../Rules.ts"
import { readImport, type ImportRow } from "../Rules/ImportFile.ts"
import { ImportPlan, type ImportWorld, type PlannedTeam, type Step } from "../Rules/ImportPlan.ts"
import { Teams } from "../Service.ts"
import { TeamStore } from "../Store.ts"
import { importRows } from "../Store/Import.ts"

/** A batch of rows after the other; see Workflow. */
export const Import = jobWorkflow("ImportTeams")

/** buddies asked at the same time */
const concurrency = 8
/** of one workspace, in all files that wait: each is kept until it is done */
const rows_waiting_max = 50_000

export class TeamImports extends Context.Service<
  TeamImports,
  {
    /** what the file would come to; writes nothing */
    plan(customer_id: string, text: string): Effect.Effect<ImportResult, ValidationFailed>
    /** answers the operation */
    start(customer_id: string, text: string): Effect.Effect<string, ValidationFailed | CampaignLimit>
    /** the rows behind one, done; `teams_created` is how many the whole import has made so far */
    run(key: OperationKey, after: number, count: number): Effect.Effect<Ran>
    /** once the operation has ended, whichever way */
    forget(key: OperationKey): Effect.Effect<void>
  }
>()("hatchery/features/teams/TeamImports") {
  static readonly layer = Layer.effect(
    TeamImports,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([Teams.layer, TeamStore.layer, Operations.layer]))
}

interface Ran {
  readonly result: ImportResult
  /** null: no row is left */
  readonly last: number | null
}

type Doable = Exclude<Step, { readonly error: ImportError }>
const isDoable = (step: Step): step is Doable => !("error" in step)

const counted = { add: "members_added", change: "roles_changed", nothing: "unchanged" } as const
const outcomes: Readonly<Record<TeamReply["outcome"], keyof typeof counted>> = {
  joined: "add",
  role_changed: "change",
  left: "nothing",
  unchanged: "nothing"
}

type Done = keyof typeof counted | ImportError

const resultOf = (all: ReadonlyArray<Done>, teams_created: number): ImportResult => {
  const errors = all.filter((one) => typeof one === "object")
  const counts = { members_added: 0, roles_changed: 0, unchanged: 0 }
  for (const one of all) if (typeof one === "string") counts[counted[one]]++
  return {
    ...noImport,
    ...counts,
    teams_created,
    errors: errors.slice(0, errors_shown_max),
    errors_total: errors.length
  }
}

/** As its route would have refused a row. */
const codes = {
  NotFound: "not_found",
  BuddyArchived: "buddy_archived",
  AudienceMismatch: "audience_mismatch",
  TeamFull: "team_full",
  TeamLimit: "team_limit",
  ServiceUnavailable: "service_unavailable",
  Broken: "internal_server_error"
} as const
const words: Readonly<Record<keyof typeof codes, string>> = {
  NotFound: "The team or the buddy does not exist any more.",
  BuddyArchived: "This buddy is archived.",
  AudienceMismatch: "The team is for another audience.",
  TeamFull: "The team has all the members it may have.",
  TeamLimit: "The buddy is in as many teams as it may be.",
  ServiceUnavailable: "The buddy could not be reached.",
  Broken: "The service could not do it. Its operators find the row among what is to be sent again."
}

const errorOf = (
  { buddy_column, row, team_column }: Doable,
  failure: { readonly _tag: keyof typeof codes; readonly resource?: string }
): ImportError => {
  const { _tag } = failure
  const ofTeam = _tag === "TeamFull" || failure.resource === "team"
  return { row, column: ofTeam ? team_column : buddy_column, code: codes[_tag], message: words[_tag] }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* Operations
  const kept = importRows(sql)
  const planned = yield* planning
  const execute = yield* executing

  const read = Effect.fnUntraced(function* (text: string) {
    const turns = readImport(text)
    for (;;) {
      const turn = turns.next()
      if (turn.done === true) return yield* Effect.fromResult(turn.value)
      yield* breathe
    }
  })

  return TeamImports.of({
    plan: Effect.fn("TeamImports.plan")(function* (customer_id, text) {
      const { plan, steps } = yield* planned(customer_id, yield* read(text))
      return resultOf(
        steps.map((step) => (isDoable(step) ? step.does : step.error)),
        plan.made.length
      )
    }),
    start: Effect.fn("TeamImports.start")(function* (customer_id, text) {
      const found = yield* read(text)
      return yield* transactionOf(sql)(
        Effect.gen(function* () {
          yield* kept.oneByOne(customer_id)
          if ((yield* kept.waiting(customer_id)) + found.length > rows_waiting_max)
            return yield* new CampaignLimit({ of: "import_rows", max: rows_waiting_max })
          const operation_id = yield* operations.open(customer_id, Import, {
            type: "import",
            resource_type: "customer",
            resource_id: customer_id
          })
          yield* kept.keep({ customer_id, operation_id }, found)
          return operation_id
        })
      )
    }),
    run: Effect.fn("TeamImports.run")(function* (key, after, count) {
      const found = yield* steady(kept.next(key, after, count))
      const { plan, steps } = yield* steady(planned(key.customer_id, found))
      const { done, teams_created } = yield* execute(key, plan, steps)
      return { result: resultOf(done, teams_created), last: found.length < count ? null : found.at(-1)!.row }
    }),
    forget: kept.forget
  })
})

/** What rows come to in the world as it is. */
const planning = Effect.gen(function* () {
  const store = yield* TeamStore
  const tenants = yield* Tenants
  const { meant } = importRows(yield* SqlClient.SqlClient)

  const worldOf = Effect.fnUntraced(function* (customer_id: string, given: ReadonlyArray<ImportRow>) {
    const of = (column: "team_key" | "team_name") => [...new Set(given.flatMap((row) => row[column] ?? []))]
    const { plan } = yield* Effect.orDie(tenants.get(customer_id))
    const rooms_max = teamsOfPlan(plan)
    const room = rooms_max - (yield* store.count(customer_id))
    const teams = yield* store.named(customer_id, of("team_key"), of("team_name"))
    const world: ImportWorld = {
      rooms_max,
      room,
      teams: teams.map((team) => ({ ...team })),
      ...(yield* meant(customer_id, given))
    }
    return world
  })

  return Effect.fnUntraced(function* (customer_id: string, given: ReadonlyArray<ImportRow>) {
    const plan = new ImportPlan(yield* worldOf(customer_id, given))
    const steps: Array<Step> = []
    for (const row of given) {
      steps.push(plan.step(row))
      yield* breathe
    }
    return { plan, steps }
  })
})

/** Makes the teams, then asks the buddies: each for its rows in their order, several buddies at a time. */
const executing = Effect.gen(function* () {
  const store = yield* TeamStore
  const teams = yield* Teams
  const tenants = yield* Tenants

  /** Whoever makes teams looks first whether another import has made this one meanwhile. */
  const found = Effect.fnUntraced(function* ({ customer_id, operation_id }: OperationKey, team: PlannedTeam) {
    const { name, team_key } = team
    const known = yield* store.named(customer_id, team_key === null ? [] : [team_key], team_key === null ? [name] : [])
    if (known.length > 0) return Option.some(known[0]!.team_id)
    const { plan } = yield* Effect.orDie(tenants.get(customer_id))
    const blank = { description: "", audience: null, max_members: membersDefault, metadata: {} }
    const made = store.create(customer_id, { ...blank, name, team_key, imported_by: operation_id }, teamsOfPlan(plan))
    return Option.map(yield* Effect.option(made), ({ team_id }) => team_id)
  })

  const one = (key: OperationKey, team_id: string, step: Doable) => {
    const asking = {
      customer_id: key.customer_id,
      origin: { type: "operation", id: key.operation_id },
      command_id: `import:${key.operation_id}:${step.row}`
    } as const
    const { buddy_id, role } = step
    const placing = teams
      .join(asking, team_id, buddy_id, role)
      .pipe(Effect.catchTag("AlreadyMember", () => teams.setRole(asking, team_id, buddy_id, role)))
    return steady(patiently(placing)).pipe(
      Effect.map(({ outcome }): Done => outcomes[outcome]),
      Effect.catch((failure) => Effect.succeed<Done>(errorOf(step, failure as NotFound))),
      unlessBroken((): Done => errorOf(step, { _tag: "Broken" }))
    )
  }

  return Effect.fnUntraced(function* (key: OperationKey, plan: ImportPlan, steps: ReadonlyArray<Step>) {
    const ids = new Map<PlannedTeam, string>()
    for (const team of plan.made) {
      const team_id = yield* steady(store.alone(key.customer_id, found(key, team)))
      if (Option.isSome(team_id)) ids.set(team, team_id.value)
    }
    const full = (step: Doable): ImportError => ({
      row: step.row,
      column: step.team_column,
      code: "campaign_limit",
      message: "A workspace has no room for another team."
    })
    const work = (step: Step): Effect.Effect<Done> => {
      if (!isDoable(step)) return Effect.succeed(step.error)
      const team_id = step.team.team_id ?? ids.get(step.team)
      return team_id === undefined ? Effect.succeed(full(step)) : one(key, team_id, step)
    }
    const lines = Map.groupBy([...steps.entries()], ([, step]) => (isDoable(step) ? step.buddy_id : ""))
    const told = yield* Effect.forEach(
      lines.values(),
      (line) => Effect.forEach(line, ([place, step]) => Effect.map(work(step), (one) => [place, one] as const)),
      { concurrency }
    )
    // In the order of the file, whichever buddy was first.
    const done = told
      .flat()
      .toSorted(([one], [other]) => one - other)
      .map(([, one]) => one)
    return { done, teams_created: yield* steady(store.countOf(key.customer_id, key.operation_id)) }
  })
})
