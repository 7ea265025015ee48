/** Example bodies of setting a workspace up. */
export const setup: Readonly<Record<string, unknown>> = {
  "onboarding.open": { description: "A language app. Learners complete lessons and pass quizzes." },
  "onboarding.answer": {
    answers: { goal: "retention", key_actions: ["Complete a lesson"], frequency: "daily", avoid: ["randomness"] }
  },
  "onboarding.seedFromDescription": {
    description: "Lingo teaches languages. Learners complete lessons, pass quizzes and help classmates."
  },
  "onboarding.seedFromUrl": { url: "https://lingo.example.com" },
  "onboarding.seedFromRepo": { repo_url: "https://github.com/acme/lingo" },
  "onboarding.generateGuide": { stack: "python" },
  "onboarding.generatePlan": {},
  "onboarding.regeneratePlan": { instructions: "Do without a shop, and reward people who write reviews." },
  "onboarding.message": { message: "Why this plan? And please no randomness." },
  "onboarding.apply": { mode: "merge" },
  "onboarding.joinWaitlist": { email: "ada@example.com", use_case: "A language school" }
}
