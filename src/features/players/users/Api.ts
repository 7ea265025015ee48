/** All a workspace knows of one of its users, in one answer. Contract part 2 (Customer). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Timestamp } from "../../../wire/Ids.ts"
import { says } from "../../../wire/Words.ts"

const BuddyLine = Schema.Struct({
  buddy_id: Id,
  name: Schema.String,
  audience: Schema.String,
  status: Schema.Literals(["active", "archived"]),
  evolution_stage: Schema.Int,
  coins: Schema.Int
})
const Eggs = Schema.Struct({
  waiting: Schema.Int,
  ready: Schema.Int,
  hatching: Schema.Int,
  hatched: Schema.Int,
  cancelled: Schema.Int
})
const moment = Schema.NullOr(Timestamp)

export const UserOverview = Schema.Struct({
  user_id: Schema.String,
  exists: Schema.Boolean.annotate({ description: "something was ever stored of this user" }),
  buddies: Schema.Array(BuddyLine).annotate({ description: "the 50 oldest" }),
  eggs: Eggs,
  coins: Schema.Struct({ balance: Schema.Int, earned: Schema.Int, spent: Schema.Int }),
  tokens: Schema.Array(Schema.Struct({ token_key: Schema.String, balance: Schema.Int })),
  badges: Schema.Int.annotate({ description: "as often as they are held: all that the lists of the buddies show" }),
  items: Schema.Int,
  streaks: Schema.Array(
    Schema.Struct({ streak_key: Schema.String, current_streak: Schema.Int, longest_streak: Schema.Int })
  ).annotate({ description: "of each streak the best of the user's active buddies" }),
  events: Schema.Struct({
    count: Schema.Int,
    capped: Schema.Boolean.annotate({ description: "there are more; counted up to 100,000" }),
    first_at: moment,
    last_at: moment
  }),
  timezone: Schema.NullOr(Schema.String).annotate({ description: "of the user's newest event that named one" }),
  test_clock_id: Schema.NullOr(Id),
  erasure_operation_id: Schema.NullOr(Id).annotate({
    description: "while the user is being erased, or had to be in vain"
  })
}).annotate({ identifier: "UserOverview" })
export type UserOverview = typeof UserOverview.Type

export class UsersApi extends tenantGroup(
  HttpApiGroup.make("users").add(
    HttpApiEndpoint.get("summary", "/customers/me/users/:user_id/summary", {
      params: { user_id: Schema.String },
      success: UserOverview,
      error: notFound
    }).annotateMerge(
      says(
        "Sum up a user",
        "Buddies, eggs, balances, streaks and events of one of your users. One you never told of is no error: " +
          "`exists` is false and everything is zero. Balances, badges and items are those of the first 200 buddies."
      )
    )
  ),
  { access: "tenant_read", capability: "buddies", description: "Your users" }
) {}
