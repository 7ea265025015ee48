/** What a buddy says of its picture while one is drawn. */
import { assert, describe, it } from "vitest"
import { startTestService } from "hatchery/testing"
import { studyContent } from "../../kit/players/players.ts"

const started = async () => {
  const service = await startTestService()
  const tenant = await service.tenant()
  await tenant.publish(studyContent)
  const { buddy_id } = await tenant.hatch("ada")
  await tenant.call("POST", "/marketplaces", { marketplace_key: "m", name: "M" })
  const item = { name: "Hat", category: "head", price_coins: 0 }
  const { item_id } = (await tenant.call("POST", "/marketplaces/m/items", item)).body
  await tenant.call("POST", `/buddies/${buddy_id}/unlock-item`, { item_id })
  return { service, tenant, item_id, at: `/buddies/${buddy_id}` }
}

describe("a picture", () => {
  it("that is drawn anew is pending until it is there, and the clothes are off at once", async () => {
    const { at, item_id, service, tenant } = await started()
    await using _ = service
    const { body: dressed } = await tenant.call("PATCH", `${at}/equipped-items`, { equip: [item_id] })
    await service.until("the hat", async () => (await tenant.operation(dressed.operation_id)).status === "completed")
    await service.pictures.slowNext(1, "10 seconds")
    const { body: again } = await tenant.call("POST", `${at}/appearance/rerender`)
    const meanwhile = await tenant.buddy("ada")
    assert.deepStrictEqual([meanwhile.appearance.status, meanwhile.equipped_items], ["pending", []])
    await service.advance("15 seconds")
    assert.strictEqual((await tenant.operation(again.operation_id)).status, "completed")
    const after = await tenant.buddy("ada")
    assert.deepStrictEqual(after.appearance, { status: "ready", error_code: null, retry_at: null })
    assert.strictEqual(after.image_url, after.base_image_url)
  })

  it("is drawn in the end when the operation that was to draw it is cancelled", async () => {
    const { at, item_id, service, tenant } = await started()
    await using _ = service
    await service.pictures.slowNext(1, "10 seconds")
    const { body } = await tenant.call("PATCH", `${at}/equipped-items`, { equip: [item_id] })
    const cancelled = await tenant.call("POST", `/operations/${body.operation_id}/cancel`)
    assert.strictEqual(cancelled.body.status, "cancelled", cancelled.text)
    await service.advanceUntil("the picture", async () => (await tenant.buddy("ada")).appearance.status === "ready")
    const buddy = await tenant.buddy("ada")
    assert.deepStrictEqual(
      buddy.equipped_items.map((worn) => worn.item_id),
      [item_id]
    )
    assert.notStrictEqual(buddy.image_url, buddy.base_image_url)
  })
})
