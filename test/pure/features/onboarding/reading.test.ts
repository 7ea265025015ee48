/** Texts of others, as they are read: cut, named and marked by nobody's goodwill. */
import { assert, describe, it } from "vitest"
import { sourceOf } from "../../../../src/features/tenant/onboarding/Service/Sessions.ts"
import { eventsIn } from "../../../../src/platform/sites/Code.ts"
import { pageText } from "../../../../src/platform/sites/Html.ts"

describe("a text of somebody else", () => {
  it("is not cut within a character", () => {
    const { summary } = sourceOf("description", `${"x".repeat(278)}😀${"y".repeat(10)}`)
    assert.isTrue(summary!.isWellFormed())
    assert.isTrue(summary!.endsWith("x…"))
  })

  it("says its language or none", () => {
    const languageOf = (lang: string) => pageText(`<html lang="${lang}"><p>Hi</p></html>`).language
    assert.deepStrictEqual(["de", "pt-BR", "EN", "&#xD83D;", "english", ""].map(languageOf), [
      "de",
      "pt",
      "en",
      null,
      null,
      null
    ])
  })

  it("names events that can be read", () => {
    const text = `track("signed up"); track("\u200bsignup"); capture("a\u0000b"); track("\${name}")`
    assert.deepStrictEqual(eventsIn(text), ["signed up"])
  })
})
