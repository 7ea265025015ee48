/** What the tenants of a seed do: they send events and commands, repeat some, hatch, publish and move to new rules. */
import { cellOf } from "../../src/buddy/actor/Cell.ts"
import { prizeOf, type Subject } from "./Campaigns.ts"
import { type Call, type Clients, nameOf, type Operation, type Variant } from "./Clients.ts"
import type { Cluster } from "./Cluster.ts"
import type { Road } from "./Faults.ts"
import type { Undo } from "../kit/engine/EngineHost.ts"
import type { Random } from "./Random.ts"
import type { Scenario, Step } from "./Scenario.ts"

export interface PlayOptions {
  readonly random: Random
  readonly now: () => number
  readonly say: (what: string) => void
  readonly took: (road: Road) => void
  readonly scenario: Scenario
  readonly clients: Clients
  readonly cluster: Cluster
  /** number of the last transaction */
  readonly commits: () => number
}

export class Play {
  private readonly options: PlayOptions

  constructor(options: PlayOptions) {
    this.options = options
    for (const buddy of options.scenario.buddies) this.introduce(buddy)
  }

  private introduce({ buddy_id, customer_id, user_id }: Scenario["buddies"][number]): void {
    const name = nameOf({ customer_id, id: user_id })
    this.options.say(`${name} has ${buddy_id.slice(-4)} in ${cellOf(customer_id, buddy_id)}`)
  }

  /** What a feature does once its command went through. */
  follow({ gateway, operation: { customer_id }, variant: { request, user_id } }: Call): void {
    const { random, took } = this.options
    const { _tag } = request.command
    if (_tag === "Repin") took("moved to another config")
    if (_tag !== "Archive") return
    took("archived")
    // It may also die between the two: then the buddy itself says that it is gone.
    if (random.chance(0.6)) gateway.publish({ _tag: "Route", customer_id, user_id })
  }

  /** Once its pause is over. */
  perform({ do: action }: Step): void {
    const { cluster, now, random, scenario } = this.options
    const [home, other] = [...scenario.tenants.keys()] as [string, string]
    if (action._tag === "Publish") return this.publish(random.chance(0.7) ? home : other)
    if (action._tag === "Hatch") {
      const buddy = scenario.hatch(home, "user-3", now())
      this.introduce(buddy)
      cluster.adopt([cellOf(home, buddy.buddy_id)])
      return cluster.awake()[0]?.publish({ _tag: "Route", customer_id: home, user_id: "user-3" })
    }
    if (action._tag === "Close" || action._tag === "Settle") return this.close(action.subject, action._tag === "Settle")
    const customer_id = random.chance(0.7) ? home : other
    if (action._tag === "Undo") return this.takeBack(customer_id, action.mode)
    if (action.command._tag === "Event") this.askEvent(customer_id, action.command, action.late_ms)
    else this.askCommand(customer_id, action.command)
  }

  private publish(customer_id: string): void {
    const { say, scenario } = this.options
    const version = scenario.versions[1]
    scenario.publish(customer_id, version)
    say(`${version.config_version_id} is published`)
    const { config_version_id } = version
    for (const buddy of scenario.buddies)
      if (buddy.customer_id === customer_id) this.command(buddy, { _tag: "Repin", config_version_id })
  }

  /** Whoever closes may die before everybody is paid; then somebody else pays all, without knowing who was. */
  private close(subject: Subject, isSecond: boolean): void {
    const { clients, cluster, random, say, scenario, took } = this.options
    const { customer_id, kind, subject_id } = subject
    if (!isSecond && !scenario.campaigns.close(subject, this.options.commits())) return
    const { winners } = subject.closed!
    if (isSecond && winners.length > 0) took("paid by a second closer")
    if (!isSecond && clients.open > 0) took("closed with work in hand")
    const isDying = !isSecond && random.chance(0.6)
    const paid = isDying ? winners.slice(0, random.below(winners.length + 1)) : winners
    say(`${kind} ${subject_id.slice(-4)} ${isSecond ? "are settled" : "is closed"}, ${paid.length} are paid`)
    // News of it may be late: then only the fence keeps others from counting.
    if (!isSecond && random.chance(0.2)) cluster.awake()[0]?.publish({ _tag: "Tenant", customer_id })
    for (const { buddy_id, grant_key } of paid) {
      const buddy = scenario.buddies.find((one) => one.buddy_id === buddy_id)!
      this.command(buddy, prizeOf(subject, grant_key))
    }
    const place = random.below(scenario.steps.length + 1)
    if (isDying) scenario.steps.splice(place, 0, { pause_ms: random.below(40), do: { _tag: "Settle", subject } })
  }

  private askEvent(
    customer_id: string,
    command: Extract<Variant["request"]["command"], { _tag: "Event" }>,
    late_ms: number
  ): void {
    const { clients, now, random, scenario } = this.options
    const all = clients.operations.filter((one) => one.customer_id === customer_id && one.kind === "event")
    const event_id = `e${all.length}`
    const occurred_at = Math.trunc(now() - late_ms)
    const users = scenario.buddies.filter((buddy) => buddy.customer_id === customer_id)
    const { audience } = scenario.around
    const variant = (number: number): Variant => {
      const buddy = random.pick(users)
      // One user of the first tenant has no buddy, or not yet.
      const user_id = random.chance(0.12) ? "user-3" : buddy.user_id
      const properties = number === 0 ? command.properties : { ...command.properties, again: number }
      const event = { user_id, audience, payload_hash: `${event_id}-${number}`, mode: "live" as const }
      const request = { command_id: event_id, command: { ...command, event_id, occurred_at, properties }, event }
      const named = user_id === buddy.user_id && random.chance(0.15) ? buddy.buddy_id : null
      return { request: { ...request, webhooks: true }, audience, user_id, buddy_id: named }
    }
    // Seldom two at once that should have had names of their own.
    clients.ask(customer_id, event_id, random.chance(0.04) ? [variant(0), variant(1)] : [variant(0)])
  }

  /** One of the newest events, mostly once its sender has heard of it; the days before are settled for good. */
  private takeBack(customer_id: string, mode: Undo["mode"]): void {
    const { clients, now, random, scenario } = this.options
    const since = now() - scenario.around.max_lateness_days * 86_400_000
    const asked = clients.operations.filter(({ id, kind, outcome, variants }) => {
      const { command } = variants[0]!.request
      const isOwn = kind === "event" && !clients.operations.some((one) => one.id === `reverse:${id}`)
      const isHeard = outcome === "acknowledged" || (outcome === "open" && random.chance(0.2))
      return isOwn && isHeard && command._tag === "Event" && command.occurred_at >= since
    })
    const own = asked.filter((one) => one.customer_id === customer_id)
    if (own.length === 0) return
    const { id, variants } = own.at(-1 - random.below(Math.min(8, own.length)))!
    const [first] = variants
    const request = { command_id: `reverse:${id}`, event: null, webhooks: true }
    const command = { _tag: "Undo" as const, event_id: id, mode }
    clients.ask(customer_id, request.command_id, [{ ...first!, request: { ...request, command } }])
  }

  private askCommand(customer_id: string, command: Variant["request"]["command"]): void {
    const { random, scenario } = this.options
    this.command(random.pick(scenario.buddies.filter((buddy) => buddy.customer_id === customer_id)), command)
  }

  private command(
    { buddy_id, customer_id, user_id }: Pick<Scenario["buddies"][number], "buddy_id" | "customer_id" | "user_id">,
    command: Variant["request"]["command"]
  ): void {
    const { clients, scenario } = this.options
    const command_id = `c${clients.operations.filter(({ kind }) => kind === "command").length}`
    const request = { command_id, command, event: null, webhooks: true }
    clients.ask(customer_id, command_id, [{ request, audience: scenario.around.audience, user_id, buddy_id }])
  }

  /** Somebody repeats what was answered long ago, an event maybe with another body. */
  repeat(): void {
    const { clients, random, say } = this.options
    const done = clients.operations.filter(({ outcome }) => outcome === "acknowledged" || outcome === "failed")
    if (done.length === 0) return
    const operation: Operation = random.pick(done)
    const [first] = operation.variants
    const { command, event } = first!.request
    if (operation.kind === "command" || event === null || command._tag !== "Event" || random.chance(0.6))
      return clients.send(operation, first!)
    const number = operation.variants.length
    const request = {
      ...first!.request,
      command: { ...command, properties: { ...command.properties, again: number } },
      event: { ...event, payload_hash: `${operation.id}-${number}` }
    }
    const variant = { ...first!, request }
    operation.variants.push(variant)
    say(`${nameOf(operation)} comes with another body`)
    clients.send(operation, variant)
  }
}
