/** Icons on request and uploaded pictures. */
import { assert, describe, it } from "vitest"
import { startTestService, type Tenant } from "hatchery/testing"
import sharp from "sharp"

const content = {
  badge_definitions: [{ badge_key: "helper", label: "Helper", award_mode: "api", tier: "gold" }]
}

const started = async () => {
  const service = await startTestService()
  const tenant = await service.tenant()
  await tenant.publish(content)
  return { service, tenant }
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#39b5b0" } })

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")

const served = async (service: { readonly baseUrl: string }, url: string) => {
  const answer = await fetch(service.baseUrl + new URL(url).pathname)
  assert.deepStrictEqual([answer.status, answer.headers.get("content-type")], [200, "image/png"])
  return sharp(Buffer.from(await answer.arrayBuffer())).metadata()
}

const upload = (tenant: Tenant, image: string) => tenant.call("POST", "/badge-definitions/upload-icon", { image })

describe("icons", () => {
  it("are drawn for badges, skills and items, the same for the same words", async () => {
    const { service, tenant } = await started()
    await using _ = service
    const ask = { label: "Early bird", description: "Up before the sun", tier: "silver" }
    const first = await tenant.call("POST", "/badge-definitions/generate-icon", ask)
    const again = await tenant.call("POST", "/badge-definitions/generate-icon", ask)
    const other = await tenant.call("POST", "/skill-sets/generate-icon", { label: "Early bird" })
    assert.deepStrictEqual([first.status, other.status], [201, 201])
    assert.strictEqual(again.body.icon_url, first.body.icon_url)
    assert.notStrictEqual(other.body.icon_url, first.body.icon_url)
    await served(service, first.body.icon_url)
  })

  it("of a badge are put on it in the draft, and nothing else of it changes", async () => {
    const { service, tenant } = await started()
    await using _ = service
    const { body: before } = await tenant.call("GET", "/badge-definitions/helper")
    const { body: after, status } = await tenant.call("POST", "/badge-definitions/helper/regenerate-icon")
    assert.strictEqual(status, 200)
    await served(service, after.icon_url)
    assert.deepStrictEqual({ ...after, icon_url: null }, before)
    assert.deepStrictEqual((await tenant.call("GET", "/badge-definitions/helper")).body, after)
    assert.strictEqual((await tenant.call("POST", "/badge-definitions/nobody/regenerate-icon")).status, 404)
  })

  it("of an item are put on it, drawn or uploaded", async () => {
    const { service, tenant } = await started()
    await using _ = service
    await tenant.call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
    const item = { item_key: "hat", name: "Hat", category: "head", price_coins: 10 }
    const made = await tenant.call("POST", "/marketplaces/shop/items", item)
    assert.strictEqual(made.status, 201, made.text)
    const drawn = await tenant.call("POST", "/marketplaces/shop/items/hat/regenerate-image")
    await served(service, drawn.body.image_url)
    const image = base64(await picture(64, 64).png().toBuffer())
    const sent = await tenant.call("POST", "/marketplaces/shop/items/hat/upload-image", { image })
    assert.notStrictEqual(sent.body.image_url, drawn.body.image_url)
    assert.deepStrictEqual(
      { ...sent.body, image_url: null, updated_at: null },
      { ...made.body, image_url: null, updated_at: null }
    )
    assert.strictEqual((await tenant.call("POST", "/marketplaces/shop/items/hut/regenerate-image")).status, 404)
  })
})

describe("an uploaded picture", () => {
  it("is kept as a PNG of at most 1024 pixels a side, without what was hidden in it", async () => {
    const { service, tenant } = await started()
    await using _ = service
    const secret = "GPS: 52.52, 13.40"
    const jpeg = await picture(3_000, 1_500)
      .withExif({ IFD0: { ImageDescription: secret } })
      .jpeg()
      .toBuffer()
    assert.include(jpeg.toString("latin1"), secret)
    const webp = await picture(64, 64).webp().toBuffer()
    const sizes = []
    for (const image of [base64(jpeg), `data:image/webp;base64,${base64(webp)}`]) {
      const answer = await upload(tenant, image)
      assert.strictEqual(answer.status, 201, answer.text)
      const { exif, height, width } = await served(service, answer.body.icon_url)
      sizes.push([width, height, exif])
    }
    assert.deepStrictEqual(sizes, [
      [1_024, 512, undefined],
      [64, 64, undefined]
    ])
  })

  it("is refused, and kept nowhere, when it is none, too large, too small, moving or broken", async () => {
    const { service, tenant } = await started()
    await using _ = service
    const good = await picture(64, 64).png().toBuffer()
    const frames = await sharp(Buffer.alloc(32 * 64 * 3, 7), { raw: { width: 32, height: 64, channels: 3 } })
      .webp({ loop: 0 })
      .toBuffer()
    const moving = await sharp([frames, await picture(32, 64).webp().toBuffer()], { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const bomb = await picture(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer()
    const refused: ReadonlyArray<readonly [string, RegExp]> = [
      ["not base64 at all!", /base64/],
      [base64(svg), /PNG, JPEG or WebP/],
      [base64(Buffer.from("GIF89a")), /PNG, JPEG or WebP/],
      [base64(good.subarray(0, good.length - 40)), /cannot be read/],
      [base64(Buffer.concat([good.subarray(0, 8), Buffer.from("nothing")])), /cannot be read/],
      [base64(await picture(8, 64).png().toBuffer()), /16 to 4096/],
      [base64(await picture(5_000, 20).png().toBuffer()), /16 to 4096/],
      [base64(bomb), /16 to 4096|cannot be read/],
      [base64(moving), /does not move/]
    ]
    for (const [image, why] of refused) {
      const { body, status, text } = await upload(tenant, image)
      assert.deepStrictEqual([status, body.error?.code], [422, "validation_failed"], text)
      assert.match(body.error.message, why)
      assert.deepStrictEqual(body.error.details.issues[0].path, ["image"])
    }
  })
})

describe("all pictures of a workspace", () => {
  const drawn = async (tenant: Tenant, body?: object) => {
    const answer = await tenant.call("POST", "/customers/me/assets/regenerate", body)
    assert.strictEqual(answer.status, 202, answer.text)
    return answer.body.operation_id as string
  }

  it("are drawn anew on request, once per look", async () => {
    const { service, tenant } = await started()
    await using _ = service
    for (const user_id of ["ada", "bob", "eve"]) await tenant.hatch(user_id)
    const before = (await service.pictures.requests()).length
    const missing = await drawn(tenant)
    const done = async (id: string) => (await tenant.operation(id)).status === "completed"
    await service.advanceUntil("nothing to draw", () => done(missing))
    assert.deepStrictEqual((await tenant.operation(missing)).result, { drawn: 0, failed: 0, awaiting_credits: 0 })
    assert.lengthOf(await service.pictures.requests(), before)

    await service.pictures.failNext(1, "render_failed")
    const all = await drawn(tenant, { scope: "all" })
    await service.advanceUntil("every picture", () => done(all))
    assert.deepInclude((await tenant.operation(all)).result, { drawn: 2, failed: 1, awaiting_credits: 0 })
    assert.lengthOf(await service.pictures.requests(), before + 3)

    const again = await drawn(tenant)
    await service.advanceUntil("the picture that failed", () => done(again))
    assert.deepStrictEqual((await tenant.operation(again)).result, { drawn: 1, failed: 0, awaiting_credits: 0 })
    for (const user_id of ["ada", "bob", "eve"])
      assert.strictEqual((await tenant.buddy(user_id)).appearance.status, "ready")
  })

  it("are drawn by one operation at a time, which can be cancelled", async () => {
    const { service, tenant } = await started()
    await using _ = service
    await tenant.hatch("ada")
    await service.pictures.slowNext(1, "20 seconds")
    const first = await drawn(tenant, { scope: "all" })
    const second = await tenant.call("POST", "/customers/me/assets/regenerate", { scope: "all" })
    assert.deepStrictEqual([second.status, second.body.error.code], [409, "operation_in_progress"])
    assert.strictEqual((await tenant.call("POST", `/operations/${first}/cancel`)).status, 200)
    assert.strictEqual((await tenant.call("POST", "/customers/me/assets/regenerate", { scope: "some" })).status, 422)
    await drawn(tenant)
  })
})
