/** A form of the sign-in page that was sent and refused. */
export interface FailedForm {
  readonly providerId: string
  /** What was typed into it, by the names of its fields. */
  readonly typed: Readonly<Record<string, string>>
}
