/** From a user to a buddy: the one there is, else from an egg, however many sign-ins ask for it at the same time. */
import { isCode } from "./errors.ts"
import type { AllResources } from "./generated/operations.ts"
import type { Egg, ListedEgg } from "./generated/types.ts"
import { ended, OperationTimeoutError, polled, type WaitOptions } from "./operations.ts"
import { within } from "./transport.ts"

export interface EnsureBuddy {
  readonly userId: string
  /** of the egg, if one is laid; `audience` says whose buddy it is where there are several audiences */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export interface EnsuredBuddy {
  readonly buddyId: string
  readonly eggId: string
  /** false: it was there, or somebody else's call is who made it */
  readonly created: boolean
}

type Client = Pick<AllResources, "buddies" | "eggs" | "operations">

interface Wanted extends EnsureBuddy {
  readonly audience: string | undefined
  readonly signal: AbortSignal
}

/** Of several the oldest, the last of the list: that is the one the user's events go to. */
const standing = async (
  { buddies }: Client,
  { audience, signal, userId }: Wanted
): Promise<EnsuredBuddy | undefined> => {
  const all = await buddies.list({ userId, status: "active", audience }, { signal }).toArray()
  const buddy = all.at(-1)
  return buddy && { buddyId: buddy.buddyId, eggId: buddy.eggId, created: false }
}

/** The egg somebody else's call is hatching already. */
const hatching = async ({ eggs }: Client, { audience, signal, userId }: Wanted, but?: Egg) => {
  const { data } = await eggs.list({ userId, status: "hatching" }, { signal })
  return data.find((egg) => egg.eggId !== but?.eggId && (audience === undefined || egg.audience === audience))
}

const hatch = async ({ eggs, operations }: Client, eggId: string, { signal }: Wanted) => {
  const { operationId } = await eggs.hatch(eggId, { signal })
  await polled((options) => operations.get(operationId, options), ended, signal)
}

/** Leads an egg to its buddy; undefined: there will be none. Whoever else is at it may be a step ahead. */
const follow = async (client: Client, found: Egg | ListedEgg, wanted: Wanted): Promise<EnsuredBuddy | undefined> => {
  const { eggs } = client
  const { signal } = wanted
  const { eggId } = found
  let created = false
  let egg: Egg | ListedEgg = found
  for (;;) {
    if (egg.status === "cancelled") return undefined
    if (egg.buddyId !== null) return { buddyId: egg.buddyId, eggId, created }
    try {
      if (egg.status === "waiting") await eggs.updateStatus(eggId, { status: "ready" }, { signal })
      else if (egg.status === "ready") {
        await hatch(client, eggId, wanted)
        created = true
      } else
        await polled(
          (options) => eggs.get(eggId, options),
          ({ status }) => status !== "hatching" || undefined,
          signal
        )
    } catch (error) {
      if (!isCode(error, "invalid_transition") && !isCode(error, "egg_not_ready")) throw error
    }
    egg = await eggs.get(eggId, { signal })
  }
}

const elsewhere = async (client: Client, wanted: Wanted, but?: Egg) =>
  (await standing(client, wanted)) ?? (await hatching(client, wanted, but))

/** The egg there is, or a new one. */
const lay = ({ eggs }: Client, { metadata, signal, userId }: Wanted) =>
  eggs.create({ userId, metadata: metadata && { ...metadata } }, { signal, query: { ensure: true } }).withResponse()

/** Unless somebody else's call has found it meanwhile and is ahead. */
const giveUp = async ({ eggs }: Client, { eggId }: Egg, { signal }: Wanted) => {
  try {
    await eggs.updateStatus(eggId, { status: "cancelled" }, { signal })
  } catch (error) {
    if (!isCode(error, "invalid_transition")) throw error
  }
}

/** An egg of one's own, unless meanwhile there is a buddy or an egg about to become one: then that. */
const begin = async (client: Client, wanted: Wanted): Promise<Egg | ListedEgg | EnsuredBuddy> => {
  try {
    const { data: egg, status } = await lay(client, wanted)
    const other = status === 201 ? await elsewhere(client, wanted, egg) : undefined
    if (other !== undefined && other.eggId !== egg.eggId) await giveUp(client, egg, wanted)
    return other ?? egg
  } catch (error) {
    // Somebody else's egg may be what fills the last place.
    const other = isCode(error, "active_egg_limit") ? await elsewhere(client, wanted) : undefined
    if (other !== undefined) return other
    throw error
  }
}

const search = async (client: Client, wanted: Wanted): Promise<EnsuredBuddy> => {
  for (;;) {
    const begun = (await elsewhere(client, wanted)) ?? (await begin(client, wanted))
    const buddy = "created" in begun ? begun : await follow(client, begun, wanted)
    if (buddy !== undefined) return buddy
  }
}

export const ensureBuddy = (
  client: Client,
  wanted: EnsureBuddy,
  { signal, timeoutMs = 120_000 }: Omit<WaitOptions, "onProgress"> = {}
): Promise<EnsuredBuddy> => {
  const audience = wanted.metadata?.["audience"]
  const late = () => new OperationTimeoutError("operation_timeout", `No buddy within ${timeoutMs} ms.`, undefined)
  return within(timeoutMs, signal, late, (signal) =>
    search(client, { ...wanted, signal, audience: typeof audience === "string" ? audience : undefined })
  )
}
