/** Where links of pages may lead: addresses that every reader takes to the same host. */
import { describe, expect, it } from "vitest"
import { Schema } from "effect"
import { WebUrl } from "../../../src/wire/surfaces/Common.ts"

const isTaken = Schema.is(WebUrl)

describe("where a link of a page may lead", () => {
  it.each([
    "https://acme.example",
    "http://acme.example:8080/join?a=1&b=2#top",
    "https://acme.example/@ada",
    "https://acme.example?to=ada@acme.example",
    "https://münchen.example/ü",
    "https://[2001:db8::1]/",
    // as telephones write the first letter of a line
    "Https://acme.example/join",
    "HTTP://ACME.EXAMPLE"
  ])("to %s", (address) => {
    expect(isTaken(address)).toBe(true)
  })

  it.each([
    "https://a:b@acme.example",
    "https://@acme.example",
    "https://:@acme.example/",
    "https://acme.example\\@evil.example/",
    "https://\\evil.example",
    "https:///evil.example",
    "https://?evil.example",
    "https:evil.example",
    "//evil.example",
    "https://acme.example:99999",
    "https://acme example",
    "javascript:alert(1)"
  ])("but not to %s", (address) => {
    expect(isTaken(address)).toBe(false)
  })
})
