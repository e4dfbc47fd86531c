/*
 * What a feature shows on the account page, as data. The page renders it, escapes all text, and adds the CSRF token to each form.
 */

/** A section of the account page. */
export interface AccountSection {
  readonly title: string
  readonly items: readonly AccountItem[]
  /** Shown if there are no items. Default: that there are none yet. */
  readonly empty?: string
  /** Forms below the items. */
  readonly forms?: readonly AccountForm[]
}

/** A row of a section. */
export interface AccountItem {
  readonly title: string
  readonly detail?: string | undefined
  readonly forms?: readonly AccountForm[]
}

/** A form with one button, such as "Remove". It is sent by POST, to a route of the feature. */
export interface AccountForm {
  readonly label: string
  /** Where it is sent: a path, or a URL of the application. */
  readonly action: string
  readonly fields?: Readonly<Record<string, string>>
}
