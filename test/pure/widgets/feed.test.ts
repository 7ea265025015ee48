/** A read that several widgets share, while what is known runs ahead of what the service has said. */
import { assert, describe, it, vi } from "vitest"
import type { Answer, Api, Ask } from "../../../src/widgets/core/api.ts"
import { Feed } from "../../../src/widgets/core/feed.ts"

/** A service that answers when it is told to. */
const service = () => {
  const asked: Array<{ readonly ask: Ask; readonly answer: (answer: Answer) => void }> = []
  const api: Api = { ask: (ask) => new Promise((answer) => asked.push({ ask, answer })) }
  return { api, asked }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe("a feed", () => {
  it("that was patched while it was read is read again, whole, and shows what it then hears", async () => {
    const { api, asked } = service()
    const feed = new Feed<{ readonly coins: number }>({ api, path: "/a", poll_ms: () => 60_000, notBefore: () => 0 })
    feed.watch({ isSeen: () => true, polls: () => false, changed: () => undefined })
    asked[0]!.answer({ data: { coins: 1 }, etag: '"1"', replayed: false })
    await settled()
    feed.refresh()
    assert.strictEqual(asked[1]!.ask.etag, '"1"')
    feed.patch(() => ({ coins: 11 }))
    // Written down before what was patched in happened.
    asked[1]!.answer({ data: { coins: 2 }, etag: '"2"', replayed: false })
    await settled()
    assert.deepStrictEqual(feed.value, { coins: 11 })
    assert.isUndefined(asked[2]?.ask.etag)
    asked[2]!.answer({ data: { coins: 12 }, etag: '"3"', replayed: false })
    await settled()
    assert.deepStrictEqual(feed.value, { coins: 12 })
    assert.lengthOf(asked, 3)
    feed.end()
  })

  it("goes on to be read on a device whose clock is set back", async () => {
    vi.useFakeTimers({ now: Date.UTC(2031, 0, 1), toFake: ["Date", "setTimeout", "clearTimeout"] })
    try {
      const { api, asked } = service()
      const feed = new Feed({ api, path: "/a", poll_ms: () => 30_000, notBefore: () => 0 })
      feed.watch({ isSeen: () => true, polls: () => true, changed: () => undefined })
      asked[0]!.answer({ data: { coins: 1 }, etag: '"1"', replayed: false })
      await settled()
      vi.setSystemTime(Date.UTC(2026, 0, 1))
      vi.advanceTimersByTime(80_000)
      assert.lengthOf(asked, 2)
      feed.end()
    } finally {
      vi.useRealTimers()
    }
  })
})
