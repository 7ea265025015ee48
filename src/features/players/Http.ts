/** The handlers of players, one line per group. */
import { Layer } from "effect"
import { AwardsHttp } from "./awards/Http.ts"
import { BadgeReviewsHttp } from "./badge-reviews/Http.ts"
import { BuddiesHttp } from "./buddies/Http.ts"
import { BuddyGrowthHttp } from "./buddies/Http/Growth.ts"
import { BuddyItemsHttp } from "./buddies/Http/Items.ts"
import { BuddyPastHttp } from "./buddies/Http/Past.ts"
import { BuddyStreaksHttp } from "./buddies/Http/Streaks.ts"
import { EggsHttp } from "./eggs/Http.ts"
import { EventsHttp } from "./events/Http/Handlers.ts"
import { OperationsHttp } from "./operations/Http.ts"
import { PlayersHttp } from "./players/Http.ts"
import { TestClocksHttp } from "./test-clocks/Http.ts"
import { UsersHttp } from "./users/Http.ts"

export const PlayersHandlers = Layer.mergeAll(
  EggsHttp,
  OperationsHttp,
  EventsHttp,
  BuddiesHttp,
  BuddyGrowthHttp,
  BuddyPastHttp,
  BuddyItemsHttp,
  BuddyStreaksHttp,
  BadgeReviewsHttp,
  PlayersHttp,
  AwardsHttp,
  TestClocksHttp,
  UsersHttp
)
