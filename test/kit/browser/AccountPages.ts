/** Pages that mails lead to, as whoever got the mail opens them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { mailsTo, person } from "../players/People.ts"
import { TestApp } from "../service/TestApp.ts"
import { browser } from "./Browser.ts"

/** The path and the fragment of the newest mail's link to that page, and what it carries. */
export const linkTo = (email: string, name: string) =>
  Effect.map(mailsTo(email), (mails) => {
    const mail = mails.find(({ text }) => text.includes(`/${name}#token=`))
    assert.isDefined(mail, `a mail to ${email} with a link to ${name}`)
    const { hash, pathname } = new URL(/^http\S+$/m.exec(mail!.text)![0])
    return { path: pathname + hash, token: mail!.token }
  })

/** Follows links; requests are noted with all that stands in their heads. */
export const following = Effect.gen(function* () {
  const { baseUrl } = yield* TestApp
  const { visitor } = yield* browser
  return Effect.fn(function* (path: string, options: BrowserContextOptions = {}) {
    const page = yield* visitor({ locale: "en-US", ...options })
    const requests: Array<{ readonly line: string; readonly head: string }> = []
    const complaints: Array<string> = []
    page.on("request", (request) => {
      if (request.url().startsWith("data:")) return
      const line = `${request.method()} ${request.url().slice(baseUrl.length)}`
      requests.push({ line, head: JSON.stringify(request.headers()) })
    })
    page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
    page.on("pageerror", (error) => void complaints.push(error.message))
    yield* Effect.promise(async () => {
      await page.goto(baseUrl + path)
      await page.waitForSelector("html[data-ready]", { state: "attached" })
    })
    return { page, requests, complaints, lines: () => requests.map(({ line }) => line) }
  })
})
export type Opened = Effect.Success<ReturnType<Effect.Success<typeof following>>>

export const told = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.getElementById("outcome")?.textContent?.includes(wanted), text)

export const register = Effect.gen(function* () {
  const given = person()
  const answer = yield* (yield* TestApp).call("POST", "/auth/register", given)
  assert.strictEqual(answer.status, 201, answer.text)
  return { email: given.email, as: { key: answer.body.access_token as string } }
})
