/** Who may propose and whose vote is whose, as far as that needs no database. */
import { assert, describe, it } from "vitest"
import { mayPropose, voterOf } from "../../../src/features/community/council/Rules.ts"
import { shownOf, defaultAnchor } from "../../../src/features/community/mission-anchor/Rules.ts"
import type { Caller } from "../../../src/wire/Principal.ts"

describe("a council of mentors", () => {
  const settings = { quorum: 1, proposers: "mentors" } as const

  it("hears mentors and nobody else", () => {
    assert.isFalse(mayPropose(settings, { is_mentor: false }))
    assert.isTrue(mayPropose(settings, { is_mentor: true }))
    assert.isTrue(mayPropose({ ...settings, proposers: "everyone" }, { is_mentor: false }))
  })
})

describe("a vote", () => {
  const of = (kind: "secret" | "dashboard", credential_id: string) =>
    voterOf({ kind, credential_id, customer_id: "c", label: "", mode: "live" } as Caller)

  it("is a person's own, and one of all keys together", () => {
    assert.strictEqual(of("dashboard", "ada"), "ada")
    assert.notStrictEqual(of("dashboard", "ada"), of("dashboard", "bea"))
    assert.strictEqual(of("secret", "first"), of("secret", "second"))
  })
})

describe("the cause of a mission anchor", () => {
  const anchor = { ...defaultAnchor, enabled: true, statement: "Because", cause_key: "trees" }
  const told = { cause_key: "trees", name: "Trees", unit_label: "tree", total_units: 12 }

  it("is shown with its total while it is active", () => {
    assert.deepStrictEqual(shownOf(anchor, { ...told, is_active: true })?.cause, told)
    assert.isNull(shownOf(anchor, { ...told, is_active: false })?.cause)
    assert.isNull(shownOf({ ...anchor, enabled: false }, { ...told, is_active: true }))
  })
})
