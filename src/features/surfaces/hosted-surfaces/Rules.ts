/** Pure rules of hosted surfaces: codes, states, what a page must have before it opens. */
import { lackOf, type Lacking } from "../../../wire/Entitlement.ts"
import { type Capability, type Entitled, isActive } from "../../../wire/Plans.ts"
import { resolveAudience } from "../../players/events/Rules.ts"
import type { HostedModule, ReadinessCheck } from "./Api.ts"
import type { RecipeAction } from "./Api/Recipes.ts"

/** No two of them look alike, and none makes a word with the others that anybody minds. */
const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
const code_length = 9
export const secret_length = 43

/** A byte each, those that would favour some letters thrown away; undefined: ask for more bytes. */
export const codeOf = (bytes: Uint8Array): string | undefined => {
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % letters.length)).slice(0, code_length)
  if (fair.length < code_length) return undefined
  return fair.map((byte) => letters[byte % letters.length]).join("")
}

/** As people read and write it. */
export const writtenCode = (code: string): string => `${code.slice(0, 3)}-${code.slice(3, 6)}-${code.slice(6)}`

/** Without case, spaces and any kind of hyphen, as word processors set them; undefined: nothing that could be one. */
export const readCode = (written: string): string | undefined => {
  const code = written.replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, "").toUpperCase()
  return code.length === code_length && [...code].every((letter) => letters.includes(letter)) ? code : undefined
}

/** What is known of the workspace. */
interface Workspace extends Entitled {
  readonly audiences: ReadonlyArray<{ readonly key: string }>
  readonly active_config_version_id: string | null
}

/** Whose buddies play here; undefined: nobody can say while there are several audiences. */
export const audienceOf = (tenant: Pick<Workspace, "audiences">, audience: string | null): string | undefined => {
  const found = resolveAudience(tenant.audiences, audience ?? undefined)
  return typeof found === "string" ? found : undefined
}

/** The same, or why nobody can say. */
export const audienceFor = (tenant: Pick<Workspace, "audiences">, audience: string | null) =>
  resolveAudience(tenant.audiences, audience ?? undefined)

/** What is known of the workspace when a page is judged. */
export interface Stock {
  readonly has_items: boolean
  readonly has_path: boolean
  readonly players: number
}

interface Judged {
  readonly audience: string | null
  readonly modules: ReadonlyArray<HostedModule>
  readonly logo_url: string | null
  readonly legal_url: string | null
  readonly hosted_surface_id: string
}

const check = (
  key: ReadinessCheck["key"],
  isOk: boolean,
  required: boolean,
  [good, bad]: readonly [string, string],
  fix_url: string
): ReadinessCheck => ({
  key,
  status: isOk ? "ok" : required ? "missing" : "warning",
  required,
  message: isOk ? good : bad,
  fix_url: isOk ? null : fix_url
})

/** What a tab shows is of a family. */
const familyOf: Readonly<Record<HostedModule, Capability>> = {
  buddy: "buddies",
  leaderboard: "buddies",
  marketplace: "marketplace",
  path: "paths"
}

/** Without the tabs of what the workspace has lost or switched off. */
export const shownModules = (modules: ReadonlyArray<HostedModule>, tenant: Entitled): ReadonlyArray<HostedModule> =>
  modules.filter((name) => isActive(tenant, familyOf[name]))

/** What actions of recipes need besides hosted surfaces, as the routes do that do the same by hand. */
const actionNeeds: Partial<Record<RecipeAction["type"], Capability>> = {
  item: "marketplace",
  sub_step: "paths",
  event: "events"
}

/** What a workspace lacks for the action of a recipe; undefined: nothing. */
export const lackFor =
  (tenant: Entitled) =>
  ({ type }: RecipeAction): Lacking | undefined => {
    const capability = actionNeeds[type]
    return capability === undefined ? undefined : lackOf(capability, tenant)
  }

/** Shop without items, path that is not there: tabs with nothing behind them. */
const emptyModules = ({ modules }: Judged, tenant: Workspace, { has_items, has_path }: Stock) => {
  const shown = shownModules(modules, tenant)
  const isEmpty: Partial<Record<HostedModule, boolean>> = { marketplace: !has_items, path: !has_path }
  return modules.filter((name) => isEmpty[name] === true || !shown.includes(name))
}

export const checksOf = (
  base: string,
  surface: Judged,
  tenant: Workspace,
  stock: Stock
): ReadonlyArray<ReadinessCheck> => {
  const own = `${base}/customers/me/hosted-surfaces/${surface.hosted_surface_id}`
  const empty = emptyModules(surface, tenant, stock)
  return [
    check(
      "published_config",
      tenant.active_config_version_id !== null,
      true,
      ["There is a published configuration.", "Publish a configuration: without one no egg hatches."],
      `${base}/config-versions`
    ),
    check(
      "audience",
      audienceOf(tenant, surface.audience) !== undefined,
      true,
      ["It is clear whose buddies play here.", "Name the audience whose buddies play here."],
      own
    ),
    check(
      "modules_filled",
      empty.length === 0,
      false,
      ["Every tab has something to show.", `Nothing to show yet: ${empty.join(", ")}.`],
      empty.includes("path") ? `${base}/path-definitions` : `${base}/marketplaces`
    ),
    check(
      "players",
      stock.players > 0,
      false,
      ["There are players.", "Add players: nobody can come in yet."],
      `${own}/players`
    ),
    check("logo", surface.logo_url !== null, false, ["There is a logo.", "Upload a logo."], `${own}/logo`),
    check(
      "legal_url",
      surface.legal_url !== null,
      false,
      ["Legal notices are linked.", "Link your legal notices: in many places a page must."],
      own
    )
  ]
}

export const isReady = (checks: ReadonlyArray<ReadinessCheck>): boolean =>
  checks.every(({ required, status }) => !required || status === "ok")
