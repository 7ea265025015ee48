/** Waiting for operations, in virtual time. */
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import * as Sdk from "../../../sdk/src/index.ts"
import { errorFrom, json, refused, serviceOf, settled, silent } from "../../kit/sdk/Answers.ts"

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) })
})
afterEach(() => {
  vi.useRealTimers()
})

const clientOf = (service: ReturnType<typeof serviceOf>) =>
  new Sdk.Hatchery({ apiKey: "svc_test_1", baseUrl: "https://host.example", fetch: service.fetch })

const operation = (status: string, more: object = {}) =>
  json(200, { operation_id: "o", status, result: null, error: null, ...more })

const pending = operation("pending")

describe("operations.wait", () => {
  it("reads after a quarter of a second, then less and less often, and tells what it reads", async () => {
    const started = Date.now()
    const service = serviceOf(
      ...Array.from({ length: 6 }, () => pending),
      operation("completed", { result: { a_b: 1 } })
    )
    const seen: Array<string> = []
    const done = await settled(
      clientOf(service).operations.wait("o", { onProgress: ({ status }) => seen.push(status) })
    )
    assert.deepStrictEqual(done.result, { a_b: 1 })
    assert.deepStrictEqual(
      service.asked.map(({ at }) => at - started),
      [250, 750, 1750, 3750, 5750, 7750, 9750]
    )
    assert.deepStrictEqual(seen, [...Array.from({ length: 6 }, () => "pending"), "completed"])
  })

  it("rejects with what it ended with", async () => {
    const failed = operation("failed", { error: { code: "render_failed", message: "no paint" } })
    const error = (await errorFrom(clientOf(serviceOf(failed)).operations.wait("o"))) as Sdk.OperationFailedError
    assert.instanceOf(error, Sdk.OperationFailedError)
    assert.deepStrictEqual(
      [error.code, error.message, error.operation?.operationId],
      ["render_failed", "no paint", "o"]
    )
    const cancelled = await errorFrom(clientOf(serviceOf(operation("cancelled"))).operations.wait("o"))
    assert.instanceOf(cancelled, Sdk.OperationCancelledError)
  })

  it("ends with its time, also within a read, and leaves no timer", async () => {
    for (const answer of [pending, silent]) {
      const error = await errorFrom(clientOf(serviceOf(answer)).operations.wait("o", { timeoutMs: 5000 }))
      assert.instanceOf(error, Sdk.OperationTimeoutError)
      assert.strictEqual(vi.getTimerCount(), 0)
    }
  })

  it("ends with the caller, and with a refusal", async () => {
    const controller = new AbortController()
    const waiting = clientOf(serviceOf(pending)).operations.wait("o", { signal: controller.signal })
    const failed = waiting.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1000)
    controller.abort("enough")
    assert.strictEqual(await failed, "enough")
    const error = await errorFrom(clientOf(serviceOf(refused(404, "not_found"))).operations.wait("o"))
    assert.instanceOf(error, Sdk.NotFoundError)
  })
})
