/** The contract of players: what lives on events: eggs, buddies, the work on them. One line per group. */
import { AwardsApi } from "./awards/Api.ts"
import { BadgeReviewsApi } from "./badge-reviews/Api.ts"
import { BuddiesApi } from "./buddies/Api.ts"
import { BuddyGrowthApi } from "./buddies/Api/Growth.ts"
import { BuddyItemsApi } from "./buddies/Api/Items.ts"
import { BuddyPastApi } from "./buddies/Api/Past.ts"
import { BuddyStreaksApi } from "./buddies/Api/Streaks.ts"
import { EggsApi } from "./eggs/Api.ts"
import { EventsApi } from "./events/Api.ts"
import { OperationsApi } from "./operations/Api.ts"
import { PlayersApi } from "./players/Api.ts"
import { TestClocksApi } from "./test-clocks/Api.ts"
import { UsersApi } from "./users/Api.ts"

export const players = [
  EggsApi,
  OperationsApi,
  EventsApi,
  BuddiesApi,
  BuddyGrowthApi,
  BuddyPastApi,
  BuddyItemsApi,
  BuddyStreaksApi,
  BadgeReviewsApi,
  PlayersApi,
  AwardsApi,
  TestClocksApi,
  UsersApi
] as const
