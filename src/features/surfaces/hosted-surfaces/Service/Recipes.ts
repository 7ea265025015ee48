/**
 * Running a recipe: the same messages to the buddy as by hand. A run is written before it is carried out and concluded
 * after it; what a crash leaves in between is carried out again under the same id, which gives nothing twice.
 */
import { Clock, Context, Effect, Equal, Layer, Option } from "effect"
import { Buddies } from "../../../../buddy/Buddies.ts"
import type { Command } from "../../../../engine/core/Command.ts"
import { periodKey } from "../../../../engine/calendar/periods.ts"
import { localDay, startOfDay, zoneOf } from "../../../../engine/calendar/zones.ts"
import { momentOf, type TenantFacts, Tenants } from "../../../../platform/auth/Tenants.ts"
import { eachAlone } from "../../../../platform/campaigns/Clock.ts"
import type { OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { CommandKey } from "../../../../wire/CommandKey.ts"
import { originOf } from "../../../../wire/Change.ts"
import type { Lacking } from "../../../../wire/Entitlement.ts"
import { NotFound, ServiceUnavailable, ValidationFailed } from "../../../../wire/Failure.ts"
import type { IdempotencyKeyConflict } from "../../../../wire/Group.ts"
import { isKey } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import type {
  BalanceLimit,
  BuddyArchived,
  ItemAlreadyOwned,
  SubStepAutomatic,
  SubStepLocked
} from "../../../../wire/refusals/Buddies.ts"
import type { EventQuotaExceeded } from "../../../../wire/refusals/Intake.ts"
import { buddyPaths } from "../../../authoring/path-definitions/Service/BuddyPaths.ts"
import { PathStore } from "../../../authoring/path-definitions/Store.ts"
import { refusalOf } from "../../../players/buddies/Rules.ts"
import { BuddyItems } from "../../../players/buddies/Service/Items.ts"
import { Intake } from "../../../players/events/Service/Intake.ts"
import { BuddyReads } from "../../../players/buddies/Store.ts"
import { SurfaceArchived } from "../Api.ts"
import {
  PlayerDisabled,
  type PlayerNotReady,
  type Recipe,
  type RecipeDisabled,
  type RecipeExhausted,
  type RecipeInput,
  type RecipeLimit,
  type RecipeRun,
  type RunRecipe
} from "../Api/Recipes.ts"
import { lackFor } from "../Rules.ts"
import { HostedSurfaceStore } from "../Store.ts"
import { HostedPlayerStore } from "../Store/Players.ts"
import { HostedRecipeStore, type RunRow, type Today } from "../Store/Recipes.ts"
import { references } from "./References.ts"

type ActionRefusal =
  | NotFound
  | BuddyArchived
  | BalanceLimit
  | ItemAlreadyOwned
  | SubStepLocked
  | SubStepAutomatic
  | EventQuotaExceeded
  | ValidationFailed
type SaveRefusal = NotFound | SurfaceArchived | RecipeLimit | ValidationFailed
type RunRefusal =
  | RecipeDisabled
  | RecipeExhausted
  | PlayerDisabled
  | PlayerNotReady
  | SurfaceArchived
  | IdempotencyKeyConflict
  | Lacking

/** by then whoever began it has ended or is gone */
const unfinished_after_ms = 30_000
const runs_at_once = 50

export class HostedRecipes extends Context.Service<
  HostedRecipes,
  {
    list(customer_id: string, surface: string, query: OffsetQuery): Effect.Effect<OffsetPage<Recipe>, NotFound>
    save(
      customer_id: string,
      surface: string,
      input: RecipeInput
    ): Effect.Effect<{ readonly recipe: Recipe; readonly created: boolean }, SaveRefusal>
    run(
      caller: Caller,
      surface: string,
      recipe_key: string,
      asked: RunRecipe
    ): Effect.Effect<RecipeRun, RunRefusal | ActionRefusal | ServiceUnavailable>
    /** runs that were begun and not concluded, of all tenants */
    readonly recover: Effect.Effect<void>
  }
>()("hatchery/features/hosted-surfaces/HostedRecipes") {
  static readonly layer = Layer.effect(
    HostedRecipes,
    Effect.suspend(() => make)
  ).pipe(
    Layer.provide([HostedSurfaceStore.layer, HostedPlayerStore.layer, HostedRecipeStore.layer]),
    Layer.provide([BuddyItems.layer, BuddyReads.layer, Intake.layer, PathStore.layer])
  )
}

const todayOf = ({ timezone }: TenantFacts, now: number): Today => {
  const zone = zoneOf(timezone)
  const day = localDay(zone, now)
  return { day: periodKey("day", day), ends_at: new Date(startOfDay(zone, day + 1)).toISOString() }
}

/** What a run asks of its buddy; an event goes the way of events. */
const commandsOf = Effect.gen(function* () {
  const items = yield* BuddyItems
  const paths = yield* buddyPaths
  return Effect.fnUntraced(function* ({ action, buddy_id, customer_id, run_id }: RunRow) {
    const reason = "recipe"
    switch (action.type) {
      case "coins":
        return { _tag: "EarnCoins", amount: action.amount, reason, reference_id: run_id, run_id } as const
      case "token":
        return { _tag: "EarnToken", token_key: action.token_key, amount: action.amount, reason, run_id } as const
      case "badge":
        return { _tag: "AwardBadge", badge_key: action.badge_key, reason, run_id } as const
      case "item": {
        const item = yield* items.terms(customer_id, action.item_id)
        const from_buddy_id = null
        return {
          _tag: "GrantItem",
          item,
          purchase_id: run_id,
          source: "unlock",
          reason,
          from_buddy_id,
          run_id
        } as const
      }
      case "sub_step": {
        const meant = yield* paths.meantFor(customer_id, buddy_id, action.path_key, action.sub_step_key)
        return { _tag: "CompleteSubStep", ...meant, run_id } as const
      }
      case "event":
        return null
    }
  })
})

/** Carries a run out and answers its effects; done a second time it changes nothing. */
const carrying = Effect.gen(function* () {
  const buddies = yield* Buddies
  const reads = yield* BuddyReads
  const intake = yield* Intake
  const tenants = yield* Tenants
  const recipes = yield* HostedRecipeStore
  const commandOf = yield* commandsOf

  const send = (run: RunRow, command: Command) =>
    buddies
      .send(run.customer_id, run.buddy_id, {
        command_id: `recipe:${run.run_id}`,
        command,
        event: null,
        webhooks: true,
        origin: run.origin
      })
      .pipe(
        Effect.map(({ effects }) => effects as RecipeRun["effects"]),
        Effect.catchTags({
          BuddyNotFound: () => Effect.fail(new NotFound({ resource: "buddy" })),
          CommandRejected: ({ error }) => Effect.fail(refusalOf(error) as ActionRefusal | ServiceUnavailable),
          Unavailable: ({ reason, retry_after_seconds }) =>
            Effect.fail(new ServiceUnavailable({ reason, retry_after_seconds }))
        })
      )
  const track = Effect.fnUntraced(function* (run: RunRow, type: string, properties: Record<string, unknown>) {
    const { audience, user_id } = yield* reads.read(run.customer_id, run.buddy_id)
    const tenant = yield* Effect.orDie(tenants.get(run.customer_id))
    const occurred_at = new Date(momentOf(tenant, user_id, run.ran_at.getTime())).toISOString()
    const event = { event_id: run.run_id, user_id, buddy_id: run.buddy_id, audience, type, occurred_at, properties }
    const { answer } = yield* intake
      .accept(run.customer_id, { ...event, undated: true } as Parameters<typeof intake.accept>[1], "live")
      .pipe(
        Effect.catchTags({
          MissingAudience: () => Effect.fail(ValidationFailed.at(["audience"], "the buddy's audience is gone")),
          UnknownAudience: () => Effect.fail(ValidationFailed.at(["audience"], "the buddy's audience is gone"))
        })
      )
    return answer.effects
  })
  return Effect.fnUntraced(function* (run: RunRow) {
    const { action } = run
    if (action.type === "event") return yield* track(run, action.event_type, action.properties ?? {})
    // Written before it is sent: who carries it out again asks for the same, whatever the terms have become.
    const command = run.command ?? (yield* recipes.ask(run, yield* commandOf(run)))
    return yield* send(run, command as Command)
  })
})

/** Concluded, or taken back when it was refused. "Not now" leaves it to be found out. */
const settling = Effect.gen(function* () {
  const recipes = yield* HostedRecipeStore
  const carryOut = yield* carrying
  return (run: RunRow) =>
    carryOut(run).pipe(
      Effect.tap((effects) => recipes.conclude(run, effects)),
      Effect.tapError((error) => (error._tag === "ServiceUnavailable" ? Effect.void : recipes.drop(run)))
    )
})

/** Which surface is meant, which day it is there, and what it may do. */
const placing = Effect.gen(function* () {
  const surfaces = yield* HostedSurfaceStore
  const tenants = yield* Tenants
  return {
    today: Effect.fnUntraced(function* (customer_id: string) {
      return todayOf(yield* Effect.orDie(tenants.get(customer_id)), yield* Clock.currentTimeMillis)
    }),
    lackFor: (customer_id: string) => Effect.map(Effect.orDie(tenants.get(customer_id)), lackFor),
    writable: Effect.fnUntraced(function* (customer_id: string, reference: string) {
      const surface = yield* surfaces.get(customer_id, reference)
      return surface.status === "archived" ? yield* new SurfaceArchived() : surface
    })
  }
})

const running = Effect.gen(function* () {
  const players = yield* HostedPlayerStore
  const recipes = yield* HostedRecipeStore
  const settle = yield* settling
  const { today, writable, ...placed } = yield* placing
  return Effect.fn("HostedRecipes.run")(function* (
    caller: Caller,
    reference: string,
    recipe_key: string,
    { note, player_id }: RunRecipe
  ) {
    const { customer_id } = caller
    const surface = yield* writable(customer_id, reference)
    if (!isKey(recipe_key)) return yield* new NotFound({ resource: "recipe" })
    const player = yield* players.get(customer_id, surface, player_id)
    if (player.status === "disabled") return yield* new PlayerDisabled()
    if (player.buddy_id === null) return yield* players.notReady(customer_id, surface, player_id)
    const place = { customer_id, hosted_surface_id: surface.hosted_surface_id }
    const begun = yield* recipes.begin(
      {
        ...place,
        run_id: yield* recipes.idOfRun(customer_id, yield* CommandKey),
        recipe_key,
        player_id: player.player_id,
        buddy_id: player.buddy_id,
        note,
        origin: originOf(caller)
      },
      yield* today(customer_id),
      yield* placed.lackFor(customer_id)
    )
    const effects = begun.effects ?? (yield* settle(begun))
    return {
      run_id: begun.run_id,
      recipe_key: begun.recipe_key,
      player_id: begun.player_id,
      buddy_id: begun.buddy_id,
      effects,
      event_id: begun.action.type === "event" ? begun.run_id : null,
      ran_at: begun.ran_at.toISOString()
    }
  })
})

const make = Effect.gen(function* () {
  const surfaces = yield* HostedSurfaceStore
  const recipes = yield* HostedRecipeStore
  const settle = yield* settling
  const judge = yield* references
  const { today, writable } = yield* placing

  return HostedRecipes.of({
    run: yield* running,
    list: Effect.fn("HostedRecipes.list")(function* (customer_id, reference, query) {
      const { hosted_surface_id } = yield* surfaces.get(customer_id, reference)
      return yield* recipes.list({ customer_id, hosted_surface_id }, yield* today(customer_id), query)
    }),
    save: Effect.fn("HostedRecipes.save")(function* (customer_id, reference, input) {
      const { hosted_surface_id } = yield* writable(customer_id, reference)
      const place = { customer_id, hosted_surface_id }
      // One whose badge is gone can still be switched off.
      const before = yield* recipes.actionOf(place, input.recipe_key)
      if (!Option.exists(before, (action) => Equal.equals(action, input.action)))
        yield* judge(customer_id, input.action)
      return yield* recipes.save(place, input, yield* today(customer_id))
    }),
    recover: Effect.gen(function* () {
      const before = new Date((yield* Clock.currentTimeMillis) - unfinished_after_ms)
      yield* eachAlone(yield* recipes.unfinished(before, runs_at_once), (one) => Effect.ignore(settle(one)))
    })
  })
})
