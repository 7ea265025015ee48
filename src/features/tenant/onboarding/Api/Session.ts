/** A session as it is answered: what was read and answered, the plan, the guide, and what is left for today. */
import { Schema } from "effect"
import { PresetContent } from "../../../../wire/content/ConfigContent.ts"
import { Email } from "../../../../wire/Email.ts"
import { Id, Key, text } from "../../../../wire/Ids.ts"
import { Answers, stacks } from "./Questions.ts"

export const sessionStatuses = ["open", "planned", "applied", "abandoned"] as const
export const kinds = ["seed", "plan", "guide"] as const
export type Kind = (typeof kinds)[number]

export const Source = Schema.Struct({
  type: Schema.Literals(["none", "description", "url", "repo"]),
  summary: Schema.NullOr(Schema.String).annotate({ description: "how what was read begins" }),
  language: Schema.NullOr(Schema.String).annotate({ description: "ISO 639 code of the text; of code its language" })
})
export type Source = typeof Source.Type

const Reason = Schema.Struct({ path: Schema.String, why: Schema.String })

export const Plan = Schema.Struct({
  plan_id: Id,
  revision: Schema.Int,
  provider: Schema.String.annotate({ description: "builtin, or the model's" }),
  fallback: Schema.Boolean.annotate({ description: "the provider failed, and the builtin planner stood in for it" }),
  preset_key: Schema.String,
  confidence: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  evidence: Schema.Array(Schema.Struct({ term: Schema.String, count: Schema.Int })),
  content: PresetContent,
  reasons: Schema.Array(Reason),
  assumptions: Schema.Struct({ events_per_user_week: Schema.Record(Schema.String, Schema.Finite) }),
  warnings: Schema.Array(Schema.String)
}).annotate({ identifier: "OnboardingPlan" })
export type Plan = typeof Plan.Type

export const Guide = Schema.Struct({
  stack: Schema.Literals(stacks),
  source: Schema.Literals(["plan", "published", "preset"]).annotate({ description: "whose event types it uses" }),
  steps: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      text: Schema.String,
      files: Schema.Array(Schema.Struct({ path: Schema.String, language: Schema.String, code: Schema.String }))
    })
  )
}).annotate({ identifier: "OnboardingGuide" })
export type Guide = typeof Guide.Type

const Question = Schema.Struct({
  key: Key,
  title: Schema.String,
  type: Schema.Literals(["choice", "choices", "texts"]),
  options: Schema.Array(Schema.String)
})

export const Busy = Schema.Struct({
  kind: Schema.Literals(kinds),
  operation_id: Id
})

const left = Schema.Int.annotate({ description: "left today (UTC)" })

export const Session = Schema.Struct({
  onboarding_session_id: Id,
  status: Schema.Literals(sessionStatuses),
  source: Source,
  questions: Schema.Array(Question),
  answers: Answers,
  plan: Schema.NullOr(Plan),
  guide: Schema.NullOr(Guide),
  messages: Schema.Int,
  busy: Schema.NullOr(Busy).annotate({ description: "what is being generated" }),
  caps: Schema.Struct({ sessions: left, seeds: left, plans: left, guides: left, messages: left })
}).annotate({ identifier: "OnboardingSession" })
export type Session = typeof Session.Type

export const PreparingStatus = Schema.Struct({
  onboarding_session_id: Schema.NullOr(Id),
  status: Schema.Literals(["idle", "preparing", "ready", "failed"]),
  kind: Schema.NullOr(Schema.Literals(kinds)),
  progress: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  operation_id: Schema.NullOr(Id),
  error: Schema.NullOr(
    Schema.Struct({
      code: Schema.String,
      message: Schema.String,
      reason: Schema.optionalKey(Schema.String).annotate({ description: "of onboarding_extract_failed" })
    })
  )
}).annotate({ identifier: "OnboardingPreparingStatus" })
export type PreparingStatus = typeof PreparingStatus.Type

export const Preparing = Schema.Struct({
  onboarding_session_id: Id,
  operation_id: Id,
  status: Schema.Literal("preparing")
}).annotate({ identifier: "OnboardingPreparing" })

export const Reset = Schema.Struct({ reset: Schema.Boolean, onboarding_session_id: Schema.NullOr(Id) }).annotate({
  identifier: "OnboardingReset"
})

export const Open = Schema.Struct({ description: Schema.optionalKey(text({ max: 4_000 })) }).annotate({
  identifier: "OpenOnboarding"
})
export const seed_text_max = 20_000
export const SeedFromDescription = Schema.Struct({ description: text({ min: 1, max: seed_text_max }) }).annotate({
  identifier: "SeedFromDescription"
})
const url_max = 2_048
export const SeedFromUrl = Schema.Struct({ url: text({ min: 1, max: url_max }) }).annotate({
  identifier: "SeedFromUrl"
})
export const SeedFromRepo = Schema.Struct({ repo_url: text({ min: 1, max: url_max }) }).annotate({
  identifier: "SeedFromRepo"
})
export const Generate = Schema.Struct({ instructions: Schema.optionalKey(text({ max: 1_000 })) }).annotate({
  identifier: "GeneratePlan"
})
export const Message = Schema.Struct({ message: text({ min: 1, max: 4_000 }) }).annotate({
  identifier: "OnboardingMessage"
})
export const GenerateGuide = Schema.Struct({ stack: Schema.optionalKey(Schema.Literals(stacks)) }).annotate({
  identifier: "GenerateGuide"
})
export const Apply = Schema.Struct({
  mode: Schema.optionalKey(Schema.Literals(["replace_draft", "merge"])).annotate({
    description: "merge adds what has a new key and leaves the rest as it is"
  })
}).annotate({ identifier: "ApplyPlan" })
export const Waitlist = Schema.Struct({
  email: Email,
  use_case: Schema.optionalKey(text({ max: 500 }))
}).annotate({ identifier: "JoinWaitlist" })
