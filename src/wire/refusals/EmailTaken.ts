import { Schema } from "effect"
import { failure } from "../Failure.ts"

/** An address belongs to one account, whatever the workspace. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {}
export const emailTaken = failure(EmailTaken, {
  status: 409,
  code: "email_taken",
  message: () => "This e-mail has an account. Sign in, or ask for a new password."
})
