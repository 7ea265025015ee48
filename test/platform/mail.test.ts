import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { createServer, type Socket } from "node:net"
import { describe } from "vitest"
import { AppConfig } from "../../src/Config.ts"
import { DatabaseUrl } from "../../src/platform/postgres/DatabaseUrl.ts"
import { Mail } from "../../src/platform/mail/Mail.ts"
import { SqlLive } from "../../src/Platform.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"

interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly data: string
}

/**
 * Just enough of a mail server: takes what it is given and says what arrived. Refuses the first `busy` mails for now.
 */
const mailServer = (busy: number) =>
  Effect.gen(function* () {
    const received = yield* Deferred.make<Received>()
    let refusals = 0
    const converse = (socket: Socket) => {
      let from = ""
      const to: Array<string> = []
      let data: string | undefined
      let rest = ""
      const line = (text: string) => {
        if (data !== undefined) {
          if (text !== ".") return void (data += `${text}\n`)
          Deferred.doneUnsafe(received, Effect.succeed({ from, to, data }))
          data = undefined
          return socket.write("250 kept\r\n")
        }
        const verb = text.slice(0, 4).toUpperCase()
        if (verb === "MAIL" && refusals < busy) {
          refusals++
          return socket.write("451 busy, try later\r\n")
        }
        if (verb === "MAIL") from = text
        if (verb === "RCPT") to.push(text)
        if (verb === "DATA") data = ""
        return socket.write(verb === "DATA" ? "354 go on\r\n" : verb === "QUIT" ? "221 bye\r\n" : "250 fine\r\n")
      }
      socket.on("error", () => socket.destroy())
      socket.on("data", (chunk) => {
        const lines = (rest + chunk.toString("utf8")).split("\r\n")
        rest = lines.pop()!
        lines.forEach(line)
      })
      socket.write("220 test\r\n")
    }
    const server = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const listening = createServer(converse)
        listening.listen(0, "127.0.0.1", () => resume(Effect.succeed(listening)))
      }),
      (listening) => Effect.sync(() => listening.close())
    )
    const { port } = server.address() as { readonly port: number }
    return { url: `smtp://127.0.0.1:${port}`, received: Deferred.await(received) }
  })

const mailThrough = (url: string) =>
  Mail.layer.pipe(
    Layer.provideMerge(SqlLive),
    Layer.provide(Layer.effect(DatabaseUrl, testDatabase)),
    Layer.provide(AppConfig.test({ smtpUrl: Redacted.make(url), publicUrl: "https://hatchery.test" }))
  )

const message = { to: "ada@example.test", subject: "Hello", text: "A token: abc", token: "abc" }

describe("mail through a server", () => {
  it.live("goes to its one recipient, from the service's own domain, and is kept nowhere", () =>
    Effect.gen(function* () {
      const { received, url } = yield* mailServer(0)
      yield* Effect.gen(function* () {
        yield* (yield* Mail).send(message)
        const mail = yield* received
        assert.include(mail.from, "<no-reply@hatchery.test>")
        assert.deepStrictEqual(mail.to, ["RCPT TO:<ada@example.test>"])
        assert.include(mail.data, "Subject: Hello")
        assert.include(mail.data, "A token: abc")
        assert.deepStrictEqual(yield* (yield* Mail).kept, [])
      }).pipe(Effect.provide(mailThrough(url)))
    })
  )

  it.live("is tried again when the server is busy", () =>
    Effect.gen(function* () {
      const { received, url } = yield* mailServer(1)
      yield* Effect.gen(function* () {
        yield* (yield* Mail).send(message)
        assert.include((yield* received).data, "A token: abc")
      }).pipe(Effect.provide(mailThrough(url)))
    })
  )

  it.live("leaves only when the change it tells of is committed", () =>
    Effect.gen(function* () {
      const { received, url } = yield* mailServer(0)
      yield* Effect.gen(function* () {
        const mail = yield* Mail
        const sql = yield* SqlClient.SqlClient
        const undone = Effect.andThen(mail.send({ ...message, subject: "Never happened" }), Effect.fail("undone"))
        yield* Effect.ignore(sql.withTransaction(undone))
        yield* sql.withTransaction(mail.send(message))
        assert.include((yield* received).data, "Subject: Hello")
      }).pipe(Effect.provide(mailThrough(url)))
    })
  )
})
