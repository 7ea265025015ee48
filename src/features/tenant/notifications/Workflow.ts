/** Grave news go out as mail to everybody whose address is proven, and keys that end are told of a week before. */
import { Effect, Layer } from "effect"
import { AppConfig } from "../../../Config.ts"
import { allAlone, type Due, eachAlone } from "../../../platform/campaigns/Clock.ts"
import { Mail } from "../../../platform/mail/Mail.ts"
import { type Letter, NotificationsDue } from "./Store/Due.ts"

export const notificationsDue = Effect.gen(function* () {
  const due = yield* NotificationsDue
  const mail = yield* Mail
  const { publicUrl } = yield* AppConfig

  const send = ({ action_path, message, to }: Letter) => {
    const text = `${message}\n\n${publicUrl}/console${action_path ?? ""}\n`
    return Effect.forEach(
      to,
      (one) => mail.send({ to: one, subject: "Hatchery: news of your workspace", text, token: null }),
      {
        discard: true
      }
    )
  }
  const mails = Effect.flatMap(due.toMail, (found) => eachAlone(found, (key) => due.settle(key, send)))
  return { name: "notifications", run: allAlone([mails, due.tellEnding]) } satisfies Due
}).pipe(Effect.provide(Layer.mergeAll(NotificationsDue.layer, Mail.layer)))
