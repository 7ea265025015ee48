/** What people read first when the service has started. */
import { assert, describe, it } from "vitest"
import { Redacted } from "effect"
import { type Announced, banner } from "../../../src/Launch.ts"
import { paintOf } from "../../../src/platform/observability/Paint.ts"

const local: Announced = { embedded: true, publicUrl: "http://localhost:4000", role: "all", smtpUrl: undefined }
const read = (change: Partial<Announced> = {}) => banner({ ...local, ...change }, paintOf({ noColor: "1" }))

describe("the first lines of a start", () => {
  it("say where mails are kept that nobody sends, which whoever registers waits for", () => {
    assert.match(read(), /^ {2}Mails {6}http:\/\/localhost:4000\/dev\/mails$/m)
  })

  it("say nothing of mails that are sent, or that no page shows", () => {
    assert.notInclude(read({ smtpUrl: Redacted.make("smtps://mail.acme.com") }), "Mails")
    assert.notInclude(read({ embedded: false }), "Mails")
    assert.notInclude(read({ role: "runner" }), "Mails")
  })
})
