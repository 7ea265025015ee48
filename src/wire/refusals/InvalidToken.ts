import { Schema } from "effect"
import { failure } from "../Failure.ts"

export class InvalidToken extends Schema.TaggedError<InvalidToken>()("InvalidToken", {}) {}
export const invalidToken = failure(InvalidToken, {
  status: 400,
  code: "invalid_token",
  message: () => "This token is unknown, used or too old. Ask for a new one."
})
