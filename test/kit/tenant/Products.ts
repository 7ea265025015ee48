/** Twelve products as their makers would describe them, and what somebody who reads that would say of each. */

interface Product {
  readonly text: string
  readonly preset: string
  /** some of what its users do */
  readonly events: ReadonlyArray<string>
}

export const products: ReadonlyArray<Product> = [
  {
    text:
      "Lingo is a language learning app. A learner completes a lesson, passes quizzes and practises vocabulary " +
      "every day. " +
      "Students help classmates and finish courses.",
    preset: "learning",
    events: ["lesson.completed", "quiz.passed", "classmate.helped", "course.finished"]
  },
  {
    text:
      "FitTrack lets runners log workouts, meals and sleep. Users run 5k races, join challenges and share " +
      "progress photos " +
      "with friends. Members check in at the gym.",
    preset: "fitness",
    events: ["workout.logged", "meal.logged", "challenge.joined", "progress_photo.shared", "checkin.completed"]
  },
  {
    text:
      "Our CRM helps sales teams close deals. Reps log calls, schedule meetings, send proposals and update contacts. " +
      "Admins connect integrations and invite teammates during onboarding.",
    preset: "saas_onboarding",
    events: ["deal.closed", "call.logged", "proposal.sent", "integration.connected", "teammate.invited"]
  },
  {
    text:
      "An online shop for coffee. Customers order beans, write reviews, refer friends and subscribe to a " +
      "monthly box. They " +
      "redeem coupons at checkout.",
    preset: "ecommerce",
    events: ["bean.ordered", "review.written", "friend.referred", "coupon.redeemed"]
  },
  {
    text: "A forum where neighbours post questions, answer threads, comment on posts, vote on ideas and host meetups.",
    preset: "community",
    events: ["question.posted", "thread.answered", "post.commented", "idea.voted", "meetup.hosted"]
  },
  {
    text:
      "A to-do app for teams: create tasks, finish projects, plan sprints, review pull requests and merge pull " +
      "requests " +
      "before the deadline.",
    preset: "productivity",
    events: ["task.created", "project.finished", "sprint.planned", "pull_request.merged"]
  },
  {
    text: "Budgeting made easy: track expenses, save money, pay bills on time, set up budgets and invest savings.",
    preset: "productivity",
    events: ["expense.tracked", "bill.paid", "budget.set_up", "saving.invested"]
  },
  {
    text:
      "A calm place. People meditate daily, listen to sleep stories, complete guided meditations and write " +
      "journal entries " +
      "for their wellbeing.",
    preset: "fitness",
    events: ["meditation.completed", "sleep_story.listened", "journal_entry.written"]
  },
  {
    text: "Volunteers sign up for shifts, plant trees, collect trash, donate clothes and organise clean-ups.",
    preset: "community",
    events: ["shift.signed_up", "tree.planted", "trash.collected", "clothes.donated"]
  },
  {
    text:
      "An API platform. Developers deploy services, fix bugs, review code, write documentation and install " +
      "plugins from a " +
      "dashboard. Event names: build.passed, deploy.finished.",
    preset: "saas_onboarding",
    events: ["build.passed", "deploy.finished", "service.deployed", "bug.fixed", "plugin.installed"]
  },
  {
    text:
      "A reading school for children: pupils read books, finish chapters, memorise new words and recommend " +
      "novels. Teachers " +
      "assign homework.",
    preset: "learning",
    events: ["book.read", "chapter.finished", "homework.assigned"]
  },
  {
    text:
      "A booking site for hotels and restaurants. Guests book rooms, leave a deposit, rate restaurants, save " +
      "favourites to a " +
      "wishlist and buy vouchers.",
    preset: "ecommerce",
    events: ["room.booked", "restaurant.rated", "voucher.bought"]
  }
]
