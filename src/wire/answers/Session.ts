/** What everybody gets who signs in, however that was done. */
import { Schema } from "effect"
import { Id, Timestamp } from "../Ids.ts"
import { Role } from "../Roles.ts"
import { Customer } from "./Customer.ts"

export const User = Schema.Struct({
  account_id: Id,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  email_verified: Schema.Boolean,
  role: Role.annotate({ description: "of this account at this moment; refusals name the role they want" }),
  created_at: Timestamp
}).annotate({ identifier: "User" })
export type User = typeof User.Type

export const Session = Schema.Struct({
  access_token: Schema.String.annotate({ description: "JWT for `Authorization: Bearer`" }),
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Int.annotate({ description: "seconds" }),
  customer: Customer,
  user: User
}).annotate({ identifier: "Session" })
export type Session = typeof Session.Type
