/** What the mails of an account say, and how often an account may be tried. Words and numbers only. */

export type Purpose = "password_reset" | "email_verification" | "invitation"

/** How long a one-time token opens something. */
export const tokenTtlMinutes: Readonly<Record<Purpose, number>> = {
  password_reset: 30,
  email_verification: 24 * 60,
  invitation: 7 * 24 * 60
}

/** Wrong passwords, per account and client address; fewer while an account is tried from everywhere. */
export const passwordTries = {
  action: "password",
  tries: 10,
  window_seconds: 15 * 60,
  attacked: { total: 100, tries: 2 }
} as const
/** Mails to one mailbox, whoever asks for them. */
export const mailTries = { action: "mail", tries: 10, window_seconds: 60 * 60 } as const

const words = {
  password_reset: {
    subject: "A new password for Hatchery",
    opening: "Somebody, probably you, asked for a new password for this account.",
    page: "reset-password",
    life: "30 minutes"
  },
  email_verification: {
    subject: "Confirm your e-mail for Hatchery",
    opening: "Please confirm that this address is yours.",
    page: "verify-email",
    life: "24 hours"
  },
  invitation: {
    subject: "You are invited to Hatchery",
    opening: "You are invited to a workspace of Hatchery.",
    page: "accept-invitation",
    life: "7 days"
  }
} as const

/** What a mail says of the workspace it comes from. */
export interface MailContext {
  /** of an invitation: the workspace and what the invited will be there */
  readonly invitation?: { readonly workspace: string; readonly role: string }
}

/** Anybody's text in one line: it must not look like lines of the mail, or like an address to follow. */
const inLine = (text: string): string => text.replace(/[\p{C}\p{Z}:/.@]+/gu, " ").trim()

/**
 * The token stands behind a `#`: browsers keep that part to themselves, so it reaches no log. The address comes from
 * the service's own configuration; a link built from a request's Host header would go wherever the asker likes.
 */
export const mailFor = (purpose: Purpose, publicUrl: string, token: string, { invitation }: MailContext = {}) => {
  const { life, opening, page, subject } = words[purpose]
  return {
    subject,
    text: [
      opening,
      ...(invitation === undefined ? [] : [`Workspace: ${inLine(invitation.workspace)}. Role: ${invitation.role}.`]),
      "",
      `${publicUrl}/${page}#token=${token}`,
      "",
      `The link works once, for ${life}.`,
      "If you did not ask for it, there is nothing to do."
    ].join("\n")
  }
}

interface ShownKey {
  readonly label: string
  readonly last4: string
  readonly type: string
  readonly created_at: string
}

/** A label is anybody's text: it must not look like lines of the mail. */
const lineOf = ({ created_at, label, last4, type }: ShownKey): string =>
  `- ${label.replace(/[\p{C}\p{Z}]+/gu, " ")} (${type}, ends in ${last4}, made ${created_at})`

/**
 * Told after a reset: sessions have ended, keys have not. Whoever had the account before may have made some.
 */
export const passwordResetMail = (publicUrl: string, keys: ReadonlyArray<ShownKey>) => ({
  subject: "Your password for Hatchery was changed",
  text: [
    `The password of this account was reset at ${publicUrl}. All its sessions have ended.`,
    "",
    ...(keys.length === 0
      ? ["The workspace has no live keys."]
      : [
          "These live keys of the workspace still work. DELETE /api/v1/auth/api-keys/{id} ends those you do not know:",
          "",
          ...keys.map(lineOf)
        ]),
    "",
    "If you did not ask for this, ask for another new password now: POST /api/v1/auth/password/reset/request."
  ].join("\n")
})
