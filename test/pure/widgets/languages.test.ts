/** The languages of the widgets say the same things, and have words for everything a widget may be refused with. */
import { assert, describe, it } from "vitest"
import { readFileSync } from "node:fs"
import { refusalKey, wordsOf } from "../../../src/widgets/core/i18n.ts"
import ar from "../../../src/widgets/languages/ar.ts"
import de from "../../../src/widgets/languages/de.ts"
import en, { type Message, type Messages } from "../../../src/widgets/languages/en.ts"
import es from "../../../src/widgets/languages/es.ts"
import fr from "../../../src/widgets/languages/fr.ts"
import he from "../../../src/widgets/languages/he.ts"
import ja from "../../../src/widgets/languages/ja.ts"
import pt from "../../../src/widgets/languages/pt.ts"
import { all as ceremonies } from "../../../src/widgets/parts/ceremony/words.ts"
import { all as purchase } from "../../../src/widgets/parts/purchase/words.ts"
import { all as wardrobe } from "../../../src/widgets/parts/wardrobe/words.ts"
import { all as together } from "../../../src/widgets/parts/together/words.ts"

const languages: Readonly<Record<string, Messages>> = { ar, de, en, es, fr, he, ja, pt }

const formsOf = (message: Message) => (typeof message === "string" ? [message] : Object.values(message))

const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

/** What stands for a number may be a word in some forms: "two days". */
const named = (message: Message) => namesIn(formsOf(message).join(" "))

const codes = Array.from(
  readFileSync(new URL("../../../docs/guides/errors.md", import.meta.url), "utf8").matchAll(/^\| `(\w+)` \|/gm),
  (match) => match[1]!
)

describe.each(Object.entries(languages))("the widgets in %s", (tag, messages) => {
  it("say everything, and fill in the same", () => {
    assert.sameMembers(Object.keys(messages), Object.keys(en))
    for (const [key, message] of Object.entries(messages)) {
      assert.deepStrictEqual(named(message), named(en[key as keyof Messages]), key)
      assert.isTrue(
        formsOf(message).every((text) => text.trim() !== ""),
        key
      )
    }
  })

  it("say everything about a purchase, in words of their own", () => {
    const said = purchase[tag]!
    assert.sameMembers(Object.keys(said), Object.keys(purchase["en"]!))
    for (const text of [said.question, said.bought]) assert.deepStrictEqual(namesIn(text), ["{name}"])
    if (messages !== en) assert.notInclude(Object.values(purchase["en"]!), said.changed)
  })

  it("say everything about what is worn, in words of their own", () => {
    const [said, english] = [wardrobe[tag]!, wardrobe["en"]!]
    assert.sameMembers(Object.keys(said), Object.keys(english))
    for (const [key, text] of Object.entries(said)) {
      assert.deepStrictEqual(namesIn(text), namesIn(english[key as keyof typeof english]), key)
      if (messages !== en) assert.notInclude(Object.values(english), text)
    }
  })

  it("say everything about great moments, in words of their own", () => {
    for (const kind of ["hatch", "evolution", "prestige"] as const) {
      const [said, english] = [ceremonies[tag]![kind], ceremonies["en"]![kind]]
      assert.deepStrictEqual(namesIn(said.title), namesIn(english.title))
      assert.deepStrictEqual(namesIn(said.text), [])
      if (messages !== en) assert.notInclude([english.title, english.text], said.text)
    }
  })

  it("say everything about campaigns and community, in words of their own", () => {
    const [said, english] = [together[tag]!, together["en"]!]
    assert.sameMembers(Object.keys(said), Object.keys(english))
    for (const [key, text] of Object.entries(said)) {
      assert.deepStrictEqual(namesIn(text), namesIn(english[key as keyof typeof english]), key)
      assert.notStrictEqual(text.trim(), "")
    }
    if (messages !== en)
      for (const key of ["join", "ticket", "chance"] as const) assert.notStrictEqual(said[key], english[key])
  })

  it("know every form of the plural that the language has", () => {
    const known = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
    const forms = Object.values(messages).flatMap((message) =>
      typeof message === "string" ? [] : Object.keys(message)
    )
    assert.includeMembers(known, forms)
  })

  it("have a sentence for every code", () => {
    assert.isAbove(codes.length, 50)
    const words = wordsOf(messages, tag, undefined)
    for (const code of codes) assert.notInclude(["", undefined], words.refusal(code), code)
  })

  it("differ from English wherever there is something to say", () => {
    if (messages === en) return
    const same = Object.entries(messages).filter(
      ([key, message]) => key.startsWith("e_") && message === en[key as keyof Messages]
    )
    assert.deepStrictEqual(same, [])
  })
})

/** What a player can run into by using a widget; the others share a sentence. */
const met = (
  "unauthorized forbidden insufficient_scope capability_disabled plan_feature_locked " +
  "not_found rate_limited service_unavailable internal_server_error event_quota_exceeded " +
  "buddy_archived insufficient_coins item_gift_only item_already_owned requirements_not_met " +
  "out_of_stock item_unavailable item_not_owned equip_limit_exceeded equip_category_conflict " +
  "sub_step_locked sub_step_automatic"
).split(" ")

describe("a refusal", () => {
  it("that a player can run into has a sentence of its own", () => {
    assert.includeMembers(codes, met)
    const sentences = met.map((code) => refusalKey(code, en))
    assert.notInclude(sentences, "e_other")
    assert.strictEqual(new Set(sentences).size, met.length)
  })
})

describe("words", () => {
  const german = wordsOf(de, "de-CH", {
    coin: { singular: "Taler", plural: "Taler" },
    tokens: {},
    skills: {},
    stages: {}
  })

  it("keep tenants' texts apart from the direction around them", () => {
    const [english, hebrew] = [wordsOf(en, "en", undefined), wordsOf(he, "he", undefined)]
    assert.include(hebrew.say("{name}!", { name: "Pip" }), "\u2068Pip\u2069")
    assert.strictEqual(english.say("{name} is yours.", { name: "Pip" }), "Pip is yours.")
    assert.include(english.say("{name} is yours.", { name: "פיפ" }), "\u2068פיפ\u2069")
    const turning = { name: "\u2069\u202ePip\u2067" }
    assert.strictEqual(english.say("{name} is yours.", turning), "Pip is yours.", "also one that turns it")
    assert.include(hebrew.say("{name}!", turning), "\u2068Pip\u2069")
  })

  it("take the tenant's word for a coin, and the language's own otherwise", () => {
    assert.strictEqual(german.coins(2), "Taler")
    const own = { coin: { singular: "coin", plural: "coins" }, tokens: {}, skills: {}, stages: {} }
    assert.deepStrictEqual([1, 2].map(wordsOf(de, "de", own).coins), ["Münze", "Münzen"])
  })

  it("count as the language and its region do", () => {
    assert.match(german.number(12_345), /^12[’']345$/)
    assert.strictEqual(wordsOf(ar, "ar", undefined).t("freezes", { count: 2 }), "بقيت استراحتان")
  })

  it("show braces in a tenant's text as they are", () => {
    assert.strictEqual(wordsOf(en, "en", undefined).say("{name} is yours.", { name: "{name}" }), "{name} is yours.")
  })
})
