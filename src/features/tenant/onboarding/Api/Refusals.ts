/** Why a session does not do what was asked of it. */
import { Schema } from "effect"
import { failure } from "../../../../wire/Failure.ts"

export class OnboardingClosed extends Schema.TaggedError<OnboardingClosed>()("OnboardingClosed", {
  status: Schema.String
}) {}
export const onboardingClosed = failure(OnboardingClosed, {
  status: 409,
  code: "onboarding_session_closed",
  message: (e) => `This session is ${e.status}. Begin another one with POST /onboarding/sessions.`,
  details: (e) => ({ status: e.status })
})

export class OnboardingBusy extends Schema.TaggedError<OnboardingBusy>()("OnboardingBusy", {
  kind: Schema.String,
  operation_id: Schema.String
}) {}
export const onboardingBusy = failure(OnboardingBusy, {
  status: 409,
  code: "onboarding_busy",
  message: (e) =>
    `This session prepares its ${e.kind}. Wait until GET /onboarding/sessions/preparing-status says ready.`,
  details: (e) => ({ kind: e.kind, operation_id: e.operation_id })
})

export class OnboardingNotPlanned extends Schema.TaggedError<OnboardingNotPlanned>()("OnboardingNotPlanned", {}) {}
export const onboardingNotPlanned = failure(OnboardingNotPlanned, {
  status: 409,
  code: "onboarding_not_planned",
  message: () => "There is no plan to apply yet: POST generate-plan makes one."
})

export class OnboardingCapReached extends Schema.TaggedError<OnboardingCapReached>()("OnboardingCapReached", {
  cap: Schema.String,
  max: Schema.Int,
  resets_at: Schema.String
}) {}
export const onboardingCapReached = failure(OnboardingCapReached, {
  status: 409,
  code: "onboarding_cap_reached",
  message: (e) => `No more ${e.cap} today: ${e.max} is the most. It begins anew at ${e.resets_at}.`,
  details: (e) => ({ cap: e.cap, max: e.max, resets_at: e.resets_at })
})
