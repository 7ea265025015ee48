/**
 * What a tenant shows to anybody: a hosted surface that is open, with a player and a recipe, a showroom, a shared
 * buddy, a hall of fame, and where its people come in.
 */
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import type { TestTenant } from "../service/TestApp.ts"
import { fameOf } from "./FameOfTenant.ts"

export const hostedOf = Effect.fnUntraced(function* (tenant: TestTenant, user_id: string, buddy_id: string) {
  const { call, customer_id } = tenant
  const hosted = (yield* succeeded(call("POST", "/customers/me/hosted-surfaces", { name: `Lobby of ${user_id}` }))).body
  const at = `/customers/me/hosted-surfaces/${hosted.hosted_surface_id}`
  yield* succeeded(call("POST", `${at}/publish`))
  const player = (yield* succeeded(call("POST", `${at}/players`, { display_name: "Mia", user_id }))).body
  const button = { recipe_key: `helped-${user_id}`, name: "Helped", action: { type: "coins", amount: 1 } }
  const recipe = (yield* succeeded(call("POST", `${at}/recipes`, button))).body
  const { code } = (yield* succeeded(call("POST", `/buddies/${buddy_id}/share`))).body
  yield* succeeded(call("PATCH", "/customers/me/brag/config", { enabled: true }))
  const showroom = (yield* succeeded(call("POST", "/customers/me/showrooms", { name: `Room of ${user_id}` }))).body
  yield* succeeded(call("POST", `/customers/me/showrooms/${showroom.showroom_id}/publish`))
  const ids: ReadonlyArray<readonly [string, string]> = [
    ["/customers/me/hosted-surfaces/{id}", hosted.hosted_surface_id],
    ["/customers/me/hosted-surfaces/{id}/players/{playerId}", player.player_id],
    ["/customers/me/hosted-surfaces/{id}/recipes/{key}", recipe.recipe_key],
    ["/public/hosted-surfaces/{slug}", hosted.slug],
    ["/public/b/{code}", code],
    ["/p/{code}", code],
    ...(yield* fameOf(tenant)),
    ["/auth/sso/callback/{customer_id}", customer_id],
    ["/customers/me/showrooms/{id}", showroom.showroom_id],
    ["/public/showroom/{slug}", showroom.slug],
    ["/public/showroom/{slug}/qr", showroom.slug]
  ]
  return { ids, known: { player_id: player.player_id as string, access_code: player.access_code as string } }
})
