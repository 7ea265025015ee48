/** Which language our pages speak for the tag a workspace has set. */
import { describe, expect, it } from "vitest"
import { templatesIn } from "../../../src/features/surfaces/brag/Rules/Templates.ts"
import { languageOf, spokenIn } from "../../../src/wire/surfaces/Spoken.ts"

const words = { en: "hello", he: "שלום", pt: "olá" }

describe("our pages speak", () => {
  it.each([
    ["pt-BR", "pt-BR", "olá"],
    ["PT", "pt", "olá"],
    // As some systems still call Hebrew.
    ["iw", "he", "שלום"],
    ["iw-IL", "he-IL", "שלום"],
    ["fa", "en", "hello"],
    ["no tag", "en", "hello"]
  ])("for %s, %s", (tag, language, said) => {
    expect(spokenIn(words, tag)).toEqual({ language, words: said })
  })

  it("and hand out words to post in the same language", () => {
    expect(templatesIn("iw")).toBe(templatesIn("he"))
    expect(templatesIn("fa")).toBe(templatesIn("en"))
    expect(languageOf("iw-IL")).toBe("he")
  })
})
