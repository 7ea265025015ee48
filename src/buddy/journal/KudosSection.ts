/** The rows of kudos, as sections.ts wants them; `buddy_id` is the giver. */
import { bool, int4, int8, moment, nullable, ofBuddy, text, uuid } from "./SectionShape.ts"

export const kudosSection = {
  kudos: {
    mode: "append",
    table: "kudos",
    key: ["customer_id", "kudo_id"],
    hot: false,
    retention: null,
    columns: {
      ...ofBuddy,
      kudo_id: uuid,
      kudo_type_id: uuid,
      kudo_key: text,
      to_buddy_id: uuid,
      message: nullable(text),
      coins: int8,
      local_day: int4,
      daily_limit: int4,
      is_on_test_clock: bool,
      given_at: moment
    }
  }
} as const
