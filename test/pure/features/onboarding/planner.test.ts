/** The builtin planner: what it finds in a text, and that every plan is a configuration that holds. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { presetOf } from "../../../../src/features/authoring/presets/Rules/Catalogue.ts"
import { liveIssues } from "../../../../src/features/authoring/config-versions/Rules/Files.ts"
import { publishIssues, warnings } from "../../../../src/features/authoring/config-versions/Rules/References.ts"
import { applyPatch, emptyContent } from "../../../../src/features/authoring/config-versions/Rules/Sections.ts"
import { type Brief, planOf } from "../../../../src/features/tenant/onboarding/Rules/Builtin.ts"
import { compile } from "../../../../src/features/tenant/onboarding/Rules/Compile.ts"
import type { PlanIdea } from "../../../../src/features/tenant/onboarding/Rules/Idea.ts"
import { intentOf } from "../../../../src/features/tenant/onboarding/Rules/Intents.ts"
import { presetKeys } from "../../../../src/features/tenant/onboarding/Rules/Lexicon.ts"
import { pairsOf } from "../../../../src/features/tenant/onboarding/Rules/Pairs.ts"
import { type Answers, avoidances } from "../../../../src/features/tenant/onboarding/Api/Questions.ts"
import { products } from "../../../kit/tenant/Products.ts"

const shelvesOf = (key: PlanIdea["preset_key"]) => presetOf(key)!.content.marketplaces
const read = (text: string, answers: Answers = {}, events: ReadonlyArray<string> = []) => {
  const brief: Brief = { text, events, answers, common: (key) => presetOf(key)!.content.event_types }
  const reading = planOf(brief)
  return { ...reading, ...compile(reading.idea, { answers, marketplaces: shelvesOf(reading.idea.preset_key) }) }
}

/** What an import and a publish would say against it. */
const problems = ({ content }: Pick<ReturnType<typeof read>, "content">) => {
  let number = 0
  const filled = applyPatch(
    emptyContent,
    content,
    () => `00000000-0000-7000-8000-${String(number++).padStart(12, "0")}`
  )
  if (filled._tag === "Failure") return filled.failure.issues
  const names = {
    gates: new Set(content.gates.map(({ gate_key }) => gate_key)),
    items: new Set<string>(),
    event_types: new Set(content.event_types.map(({ event_type }) => event_type))
  }
  return [...liveIssues(content), ...publishIssues(filled.success, names), ...warnings(filled.success, names, {})]
}

const strangers: ReadonlyArray<readonly [preset: string, text: string, events: string]> = [
  [
    "fitness",
    "We run a telehealth platform. Patients book appointments, take their medication, complete symptom check-ins " +
      "and message their doctor.",
    "appointment.booked medication.taken symptom_check_in.completed doctor.messaged"
  ],
  [
    "community",
    "A podcast player: listeners follow shows, finish episodes, leave ratings and share clips with friends.",
    "show.followed episode.finished rating.left clip.shared"
  ],
  [
    "productivity",
    "Recruiting software. Recruiters post jobs, screen candidates, schedule interviews and make offers.",
    "job.posted candidate.screened interview.scheduled"
  ],
  [
    "community",
    "Citizen science: participants photograph birds, submit observations and identify species.",
    "bird.photographed observation.submitted species.identified"
  ],
  [
    "saas_onboarding",
    "API monitoring for developers. Engineers create monitors, resolve incidents, acknowledge alerts and write " +
      "postmortems.",
    "monitor.created incident.resolved alert.acknowledged postmortem.written"
  ],
  [
    "productivity",
    "Parents assign chores to kids; kids complete chores, save allowance, and request rewards.",
    "chore.assigned chore.completed allowance.saved"
  ],
  [
    "productivity",
    "Field service management: technicians close work orders, upload site photos and sign off inspections.",
    "work_order.closed site_photo.uploaded inspection.signed_off"
  ]
]

describe("the builtin planner", () => {
  it("makes twelve different, sensible plans of twelve products, each without an issue", () => {
    const plans = products.map(({ events, preset, text }) => {
      const plan = read(text)
      assert.strictEqual(plan.idea.preset_key, preset, text)
      const found = plan.content.event_types.map(({ event_type }) => event_type)
      assert.includeMembers([...found], [...events], text)
      assert.deepStrictEqual([...problems(plan)], [], text)
      assert.isAbove(plan.confidence, 0.3, text)
      return JSON.stringify(plan.content)
    })
    assert.lengthOf(plans, 12)
    assert.strictEqual(new Set(plans).size, 12)
  })

  it("says the same of the same text, to the byte", () => {
    for (const { text } of products) assert.strictEqual(JSON.stringify(read(text)), JSON.stringify(read(text)))
  })

  it("finds what is done to what, in the forms people write", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ["A learner completes a lesson.", ["lesson.completed"]],
      ["By completing short daily lessons, you grow.", ["lesson.completed"]],
      ["log meals, workouts and naps", ["meal.logged", "workout.logged", "nap.logged"]],
      ["Reviewers merge pull requests", ["pull_request.merged"]],
      ["Members check in at the gym", ["checkin.completed"]],
      ["They organise meet-ups", ["meet_up.organized"]],
      ["Sign up for shifts", ["shift.signed_up"]],
      ["A tester submits a support request", ["support_request.submitted"]],
      ["Staff approve leave requests and close work orders", ["leave_request.approved", "work_order.closed"]],
      ["Admins set goals and set up teams", ["goal.set", "team.set_up"]],
      ["Users transfer money", ["money.transferred"]],
      ["An app where cooks save recipes", ["recipe.saved"]],
      ["A reading school for children", []],
      ["Post questions, answer questions, upvote answers", ["question.posted", "question.answered", "answer.upvoted"]],
      ["Read books, write notes, frobnicate widgets", ["book.read", "note.written"]],
      ["Code review training for developers", []],
      ["Pupils book driving lessons and start tracking runs", ["driving_lesson.booked", "run.tracked"]],
      ["A store selling jewelry: place orders, add items to your cart", ["order.placed", "item.added"]],
      ["Walk 10,000 steps and review peers' code", ["step.walked", "code.reviewed"]],
      [
        "Gardening companion. Gardeners water plants, spout poems and log harvests",
        ["plant.watered", "harvest.logged"]
      ],
      ["We send build.passed and order.shipped", ["build.passed", "order.shipped"]],
      ["Read books and write reviews of books", ["book.read", "review.written"]],
      ["See www.example.com or mail ada@example.com", []],
      ["The best platform for everyone", []]
    ]
    for (const [text, expected] of cases) {
      const found = pairsOf(text).map(({ event_type }) => event_type)
      assert.deepStrictEqual(found.toSorted(), expected.toSorted(), text)
    }
  })

  it("reads products nobody has shown it before, and hears nothing that is not said", () => {
    for (const [preset, text, events] of strangers) {
      const { idea } = read(text)
      assert.strictEqual(idea.preset_key, preset, text)
      const found = idea.event_types.map(({ event_type }) => event_type)
      assert.deepStrictEqual(found.toSorted(), events.split(" ").toSorted(), text)
    }
  })

  it("takes no other language for English, and writes keys without the marks of letters", () => {
    const german = read("Ein Lernportal: Schüler schließen Lektionen ab, bestehen Tests und helfen ihren Freunden.")
    assert.deepStrictEqual(german.warnings, ["no_preset_recognized"])
    assert.notInclude(JSON.stringify(german.idea.event_types), "tested")
    const { idea } = read("", { key_actions: ["Übung abschließen"] })
    assert.strictEqual(idea.event_types[0]?.event_type, "ubung_abschliessen.done")
  })

  it("does without what is to be avoided, whatever else is said", () => {
    for (const { text } of products) {
      const { content } = read(text, { avoid: ["loss", "randomness", "spending"] })
      assert.deepStrictEqual([content.skill_decay_rules, content.gates, content.marketplaces], [[], [], []])
      assert.isTrue(content.coin_rules.every(({ amount }) => amount.mode === "fixed"))
    }
    assert.isTrue(
      products.some(({ text }) => read(text).content.coin_rules.some(({ amount }) => amount.mode === "pool"))
    )
  })

  it("pays by role: everyday acts 10, acts towards others 5, rare ones 25, each with a cap", () => {
    const { content } = read("Users complete lessons, help classmates and finish courses.", { avoid: ["randomness"] })
    const paid = content.coin_rules.map(({ amount, limits, trigger }) => [
      trigger.event_type,
      amount.mode === "fixed" ? amount.value : null,
      limits.max_per_day
    ])
    assert.deepStrictEqual(paid, [
      ["lesson.completed", 10, 10],
      ["classmate.helped", 5, 5],
      ["course.finished", 25, 2]
    ])
  })

  it("says when there was nothing to read, and lets answers speak", () => {
    assert.deepInclude(read(""), { confidence: 0, warnings: ["nothing_to_read"], evidence: [] })
    assert.deepStrictEqual([...problems(read(""))], [])
    const told = read("", { product_type: "fitness", frequency: "weekly", key_actions: ["Climb a wall", "🏔️"] })
    assert.deepInclude(told, { warnings: [] })
    assert.strictEqual(told.idea.preset_key, "fitness")
    assert.strictEqual(told.content.event_types[0]?.event_type, "climb_a_wall.done")
    assert.strictEqual(told.content.streak_rules[0]?.frequency, "weekly")
    assert.strictEqual(read("", {}, ["Order Completed"]).content.event_types[0]?.event_type, "Order Completed")
  })

  it("compiles whatever a provider may say into content that holds", () => {
    const name = fc.oneof(
      fc.constantFrom(
        "lesson.completed",
        "Lesson Completed",
        " a ",
        "..",
        "__proto__",
        "constructor",
        "日本",
        "\u0000"
      ),
      fc.string({ minLength: 1, maxLength: 80, unit: "grapheme" })
    )
    const said = fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" })
    const ideas = fc.record({
      preset_key: fc.constantFrom(...presetKeys),
      tone: fc.constantFrom("playful", "epic"),
      event_types: fc.array(
        fc.record({
          event_type: name,
          name: said,
          role: fc.constantFrom("core", "social", "rare"),
          per_user_week: fc.double({ min: 0, max: 1_000, noNaN: true }),
          properties: fc.array(fc.record({ name, type: fc.constantFrom("string", "number", "boolean") }), {
            maxLength: 8
          }),
          why: said
        }),
        { minLength: 1, maxLength: 12 }
      ),
      rewards: fc.array(
        fc.record({
          event_type: name,
          coins: fc.integer({ min: 0, max: 1_000 }),
          max_per_day: fc.integer({ min: 1, max: 1_000 }),
          is_drawn: fc.boolean()
        }),
        { maxLength: 12 }
      ),
      badges: fc.array(
        fc.record({
          label: said,
          description: said,
          tier: fc.constantFrom("bronze", "platinum"),
          event_type: name,
          count: fc.integer({ min: 1, max: 100_000 })
        }),
        { maxLength: 12 }
      ),
      streak: fc.option(
        fc.record({
          name: said,
          frequency: fc.constantFrom("daily", "monthly"),
          event_types: fc.array(name, { maxLength: 5 })
        })
      ),
      evolution: fc.record({ stage_names: fc.array(said, { minLength: 2, maxLength: 5 }) }),
      reasons: fc.constant([])
    }) as fc.Arbitrary<PlanIdea>
    fc.assert(
      fc.property(ideas, fc.subarray([...avoidances]), (idea, avoid) => {
        const compiled = compile(idea, { answers: { avoid }, marketplaces: shelvesOf(idea.preset_key) })
        const issues = problems(compiled)
        assert.deepStrictEqual([...issues], [])
      }),
      { numRuns: 200, seed: 7 }
    )
  })

  it("hears what somebody wants to be different", () => {
    const cases: ReadonlyArray<readonly [string, Answers, object]> = [
      ["No randomness please", {}, { wants: "less", patch: { avoid: ["randomness"] } }],
      ["Without a shop, and nothing that fades", {}, { patch: { avoid: ["spending"] } }],
      ["Why so many badges?", {}, { wants: "why", patch: {} }],
      ["Also reward people who write reviews", {}, { patch: { key_actions: ["Review written"] } }],
      ["allow luck again", { avoid: ["randomness", "loss"] }, { patch: { avoid: ["loss"] } }],
      ["Make it epic", {}, { wants: "change", patch: { tone: "epic" } }],
      ["Hello there", {}, { wants: "nothing", patch: {} }]
    ]
    for (const [message, answers, expected] of cases) assert.deepInclude(intentOf(message, answers), expected, message)
  })
})
