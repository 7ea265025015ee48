/**
 * Mail to the people who sign in. With SMTP_URL, mails wait in memory for the one connection that sends them: no
 * request waits for a mail server, and how long an answer takes does not tell whether a mail was written. Without it,
 * mails are kept in the database, where GET /dev/mails shows them on a development machine.
 */
import { Context, Effect, Layer, Queue, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createTransport } from "nodemailer"
import { AppConfig } from "../../Config.ts"
import { iso } from "../../wire/Ids.ts"
import { uuid } from "../postgres/Ids.ts"
import { execute, nowDate, rows } from "../postgres/Sql.ts"

export interface Message {
  readonly to: string
  readonly subject: string
  /** plain text; there is no other form */
  readonly text: string
  /** the one-time token in the text, for whoever reads the development outbox */
  readonly token: string | null
}

export type KeptMail = Message & { readonly created_at: string }

/** More than this many are not worth the memory; a person who misses a mail asks for another. */
const waitingMax = 1_000
const attemptsMax = 5
const timeoutMs = 15_000
const shownMax = 200

const KeptRow = Schema.Struct({
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  token: Schema.NullOr(Schema.String),
  created_at: Schema.Date
})

export class Mail extends Context.Service<
  Mail,
  {
    /** after the commit of the caller's transaction, when there is one */
    send(message: Message): Effect.Effect<void>
    /** the development outbox, newest first */
    readonly kept: Effect.Effect<ReadonlyArray<KeptMail>>
  }
>()("hatchery/platform/Mail") {
  static readonly layer = Layer.effect(
    Mail,
    Effect.gen(function* () {
      const config = yield* AppConfig
      const sql = yield* SqlClient.SqlClient
      const kept = Effect.map(
        rows(KeptRow)(sql`
        SELECT recipient AS to, subject, body AS text, token, created_at
        FROM mails ORDER BY created_at DESC, mail_id DESC LIMIT ${shownMax}`),
        (found) => found.map((mail) => ({ ...mail, created_at: iso(mail.created_at) }))
      )
      if (config.smtpUrl !== undefined) {
        const sender = yield* smtp(Redacted.value(config.smtpUrl), new URL(config.publicUrl).hostname)
        return Mail.of({ kept, send: (message) => sql.afterCommit(sender(message)) })
      }
      if (!config.embedded) {
        yield* Effect.logWarning("SMTP_URL is not set: mails are kept in the database, with their one-time tokens")
      }
      return Mail.of({
        kept,
        send: Effect.fn("Mail.keep")(function* ({ subject, text, to, token }) {
          const mail_id = yield* uuid
          yield* execute(sql`INSERT INTO mails (mail_id, recipient, subject, body, token, created_at)
                           VALUES (${mail_id}::uuid, ${to}, ${subject}, ${text}, ${token}, ${yield* nowDate})`)
          yield* Effect.logInfo("no SMTP_URL: a mail was kept in the development outbox").pipe(
            Effect.annotateLogs({ mail_id, subject })
          )
        })
      })
    })
  )
}

/** What a mail server's refusal may leave in the log: its codes, never its words, which repeat the recipient. */
class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", {
  code: Schema.String,
  response: Schema.Int
}) {
  static from(error: unknown): MailNotSent {
    const { code, responseCode } = (error ?? {}) as { readonly code?: unknown; readonly responseCode?: unknown }
    return new MailNotSent({
      code: typeof code === "string" ? code : "unknown",
      response: typeof responseCode === "number" ? responseCode : 0
    })
  }
}

const smtp = (url: string, host: string) =>
  Effect.gen(function* () {
    const transport = yield* Effect.acquireRelease(
      Effect.sync(() =>
        createTransport({ url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs })
      ),
      (transport) => Effect.sync(() => transport.close())
    )
    const waiting = yield* Queue.dropping<Message>(waitingMax)
    const deliver = ({ subject, text, to }: Message) =>
      Effect.tryPromise({
        // The address as an object: it is never parsed, so nothing in it can become a second recipient or a header.
        try: () =>
          transport.sendMail({
            from: { name: "Hatchery", address: `no-reply@${host}` },
            to: { name: "", address: to },
            subject,
            text
          }),
        catch: MailNotSent.from
      }).pipe(
        Effect.retry({ schedule: Schedule.exponential("1 second"), times: attemptsMax - 1 }),
        Effect.catchTag("MailNotSent", ({ code, response }) =>
          Effect.logError("a mail could not be sent").pipe(Effect.annotateLogs({ code, response, subject }))
        )
      )
    yield* Queue.take(waiting).pipe(Effect.flatMap(deliver), Effect.forever, Effect.forkScoped)
    return (message: Message) =>
      Effect.gen(function* () {
        if (yield* Queue.offer(waiting, message)) return
        yield* Effect.logError("a mail was dropped: too many are waiting for the mail server")
      })
  })
