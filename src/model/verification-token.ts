/** A sign-in link that was sent and not used yet. */
export interface VerificationToken {
  /** The e-mail address it was sent to. */
  identifier: string
  /** A hash of what the link carries. */
  token: string
  expires: Date
}
