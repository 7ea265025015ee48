/**
 * Setting a workspace up by telling what the product is: a session reads a text, a site or a repository, plans a
 * configuration, applies it to the draft and writes a guide. Contract part 4.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { FileBody, LargeBody, Lengthy, OwnAnswers, RequiredCapability } from "../../../wire/Access.ts"
import { ConfigVersion } from "../../../wire/answers/ConfigVersion.ts"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { publicGroup, tenantGroup } from "../../../wire/Group.ts"
import { creditInsufficient } from "../../../wire/Pictures.ts"
import { says } from "../../../wire/Words.ts"
import { onboardingBusy, onboardingCapReached, onboardingClosed, onboardingNotPlanned } from "./Api/Refusals.ts"
import {
  Apply,
  Generate,
  Message,
  GenerateGuide,
  Open,
  Preparing,
  PreparingStatus,
  Reset,
  SeedFromDescription,
  SeedFromRepo,
  SeedFromUrl,
  Session,
  Waitlist
} from "./Api/Session.ts"
import { AnswersPatch } from "./Api/Questions.ts"

const id = { id: Schema.String }
const later = Preparing.pipe(HttpApiSchema.status(202))
const generated = {
  params: id,
  success: [Session, later],
  error: [notFound, onboardingClosed, onboardingBusy, onboardingCapReached, creditInsufficient]
}

const reading =
  "Answers at once; ask GET /onboarding/sessions/preparing-status. What cannot be read fails with " +
  "`onboarding_extract_failed` and a reason: unreachable, too_large, not_text, empty or limited."

const planDescription =
  "Makes a plan of what was read and answered: 200 with the session when it is done within 8 seconds, else " +
  "202; then ask " +
  "GET /onboarding/sessions/preparing-status. A plan changes nothing until it is applied. When the provider " +
  "fails, the " +
  "builtin planner stands in (`fallback`), and costs nothing."

export class OnboardingApi extends tenantGroup(
  HttpApiGroup.make("onboarding").add(
    HttpApiEndpoint.post("open", "/onboarding/sessions", {
      payload: [Open, Schema.Null],
      success: [Session, Session.pipe(HttpApiSchema.status(201))],
      error: onboardingCapReached
    }).annotateMerge(
      says("Begin an onboarding session", "201 with a new session; 200 with the one that is open or planned, as it is.")
    ),
    HttpApiEndpoint.get("current", "/onboarding/sessions/current", { success: Session, error: notFound }).annotateMerge(
      says("Show the onboarding session", "The newest that was not abandoned, with its plan and its guide.")
    ),
    HttpApiEndpoint.get("preparingStatus", "/onboarding/sessions/preparing-status", {
      success: PreparingStatus
    }).annotateMerge(says("Show what the session prepares", "Ask every second or two while `status` is `preparing`.")),
    HttpApiEndpoint.post("reset", "/onboarding/sessions/reset", { success: Reset }).annotateMerge(
      says("Abandon onboarding sessions", "All of them, to begin anew. What was applied stays.")
    ),
    HttpApiEndpoint.post("seedFromDescription", "/onboarding/sessions/seed-from-description", {
      payload: SeedFromDescription,
      success: Session,
      error: [onboardingBusy, onboardingCapReached]
    })
      .annotate(LargeBody, true)
      .annotate(FileBody, true)
      .annotate(RequiredCapability, "onboarding_ai")
      .annotateMerge(
        says(
          "Read a description",
          "Becomes what the open session, or a new one, plans by; it replaces what was read before."
        )
      ),
    HttpApiEndpoint.post("seedFromUrl", "/onboarding/sessions/seed-from-url", {
      payload: SeedFromUrl,
      success: later,
      error: [validationFailed, onboardingBusy, onboardingCapReached]
    })
      .annotate(RequiredCapability, "onboarding_ai")
      .annotateMerge(
        says(
          "Read a site",
          `${reading} Public https pages only: the page itself and up to two of its pages on features, products or ` +
            "prices, 1 MB and 15 seconds in all."
        )
      ),
    HttpApiEndpoint.post("seedFromRepo", "/onboarding/sessions/seed-from-repo", {
      payload: SeedFromRepo,
      success: later,
      error: [validationFailed, onboardingBusy, onboardingCapReached]
    })
      .annotate(RequiredCapability, "onboarding_ai")
      .annotateMerge(
        says(
          "Read a repository",
          `${reading} A public one on GitHub: README, manifests and files named after events, analytics, tracking, ` +
            "routes or models. Names in track() and capture() become event types. Nothing is run."
        )
      ),
    HttpApiEndpoint.put("answers", "/onboarding/sessions/:id/answers", {
      params: id,
      payload: Schema.Struct({ answers: AnswersPatch }).annotate({ identifier: "AnswerOnboarding" }),
      success: Session,
      error: [notFound, onboardingClosed, onboardingBusy]
    }).annotateMerge(
      says("Answer questions", "Answers that are named are replaced, others stay; null takes one back.")
    ),
    HttpApiEndpoint.post("generatePlan", "/onboarding/sessions/:id/generate-plan", {
      ...generated,
      payload: [Generate, Schema.Null]
    })
      .annotate(Lengthy, true)
      .annotate(RequiredCapability, "onboarding_ai")
      .annotateMerge(says("Plan a configuration", planDescription)),
    HttpApiEndpoint.post("regeneratePlan", "/onboarding/sessions/:id/regenerate-plan", {
      ...generated,
      payload: [Generate, Schema.Null]
    })
      .annotate(Lengthy, true)
      .annotate(RequiredCapability, "onboarding_ai")
      .annotateMerge(
        says(
          "Plan anew",
          `${planDescription} \`instructions\` say in words what should be different from the last plan.`
        )
      ),
    HttpApiEndpoint.post("generateGuide", "/onboarding/sessions/:id/generate-guide", {
      ...generated,
      payload: [GenerateGuide, Schema.Null]
    })
      .annotate(Lengthy, true)
      .annotate(RequiredCapability, "onboarding_ai")
      .annotateMerge(
        says(
          "Write a guide to build it in",
          "For the stack that is named, else the one that was answered: code that sends the events " +
            "of the plan, else of " +
            "the workspace, else of the preset. Answered as a plan is; also for a session that was applied."
        )
      ),
    HttpApiEndpoint.post("message", "/onboarding/sessions/:id/message", {
      params: id,
      payload: Message,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" })),
      error: [notFound, onboardingClosed, onboardingBusy, onboardingCapReached, creditInsufficient]
    })
      .annotate(OwnAnswers, true)
      .annotate(RequiredCapability, "onboarding_ai")
      .annotateMerge(
        says(
          "Talk about the plan",
          "Answered as server-sent events: `start` {message_id}, `delta` {text} in pieces, `session` " +
            "{answers_changed, plan_stale}, `done` {message_id, credits}, or `error` {code, message, requestId}; a " +
            "comment every 15 seconds while a reply is thought of, for a minute at most. What is asked for changes " +
            "answers; a plan made before is stale then. Where a model replies it costs a credit, which comes back " +
            "when the builtin reply stands in for it; leaving stops it, and costs nothing. The same Idempotency-Key " +
            "gets the same reply."
        )
      ),
    HttpApiEndpoint.post("apply", "/onboarding/sessions/:id/apply", {
      params: id,
      payload: [Apply, Schema.Null],
      success: ConfigVersion,
      error: [notFound, onboardingClosed, onboardingBusy, onboardingNotPlanned, validationFailed]
    }).annotateMerge(
      says(
        "Apply the plan to the draft",
        "As applying a preset does: rules into the draft, the live parts by key. Applying it again changes nothing. " +
          "Publish the draft to make it count."
      )
    )
  ),
  { access: "config", capability: "none", description: "A configuration made of what a product says of itself" }
) {}

export class WaitlistApi extends publicGroup(
  HttpApiGroup.make("onboarding-waitlist").add(
    HttpApiEndpoint.post("join", "/onboarding/sessions/waitlist", {
      payload: Waitlist,
      success: Schema.Struct({ accepted: Schema.Literal(true) })
        .annotate({ identifier: "WaitlistJoined" })
        .pipe(HttpApiSchema.status(202)),
      error: validationFailed
    }).annotateMerge(says("Join the waiting list", "The same answer whether or not the address was on it."))
  ),
  { description: "For those who have no account yet" }
) {}
