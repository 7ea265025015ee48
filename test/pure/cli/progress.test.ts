/** Commands that take long say what they are at: a line that counts at a terminal, now and then a new one in a log. */
import { afterEach, assert, beforeEach, it, vi } from "vitest"
import { progress } from "../../kit/process/Progress.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }))
afterEach(() => void vi.useRealTimers())

const streamOf = (isTTY: boolean) => {
  const written: Array<string> = []
  const stream = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream
  return { written, stream }
}

it("says at once what it does, and again within two seconds at a terminal, until it ends", () => {
  const { stream, written } = streamOf(true)
  const told = progress("seeds are played", stream)
  assert.deepStrictEqual(written, ["\r\u001b[K  seeds are played (0 s)"])
  told.at("one seed is played")
  vi.advanceTimersByTime(2_000)
  assert.strictEqual(written.at(-1), "\r\u001b[K  one seed is played (2 s)")
  told.end()
  const left = written.length
  assert.strictEqual(written.at(-1), "\r\u001b[K")
  vi.advanceTimersByTime(60_000)
  assert.lengthOf(written, left)
})

it("writes few lines where nobody watches, and no colours", () => {
  const { stream, written } = streamOf(false)
  const told = progress("seeds are played", stream)
  vi.advanceTimersByTime(30_000)
  told.end()
  assert.deepStrictEqual(
    written,
    [0, 10, 20, 30].map((seconds) => `  seeds are played (${seconds} s)\n`)
  )
})
