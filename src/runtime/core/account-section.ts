/* A section is data: the page escapes its text, and adds a CSRF token to each form. */

import type { CredentialField } from '../../providers/kinds/credentials.js'

/** A section of the account page. */
export interface AccountSection {
  /** The heading. */
  readonly title: string
  /** The rows. */
  readonly items: readonly AccountItem[]
  /** The result of the last form that the user sent in this section. */
  readonly message?: AccountMessage | undefined
  /** Text that is shown if there are no items. Default: a standard sentence. */
  readonly empty?: string
  /** Forms below the items. */
  readonly forms?: readonly AccountForm[]
}

/** The result of a form. */
export interface AccountMessage {
  /** One plain sentence, such as `The password was changed.` */
  readonly text: string
  /** `true` if the form failed, so that nothing was changed. */
  readonly isFailure: boolean
}

/** A row of a section. */
export interface AccountItem {
  /** The first line. */
  readonly title: string
  /** The second line. */
  readonly detail?: string | undefined
  /** The forms of the row. */
  readonly forms?: readonly AccountForm[]
}

/**
 * A form with one button, such as "Remove", which is sent by POST to a route of the feature. A form with
 * inputs is collapsed until the user opens it.
 */
export interface AccountForm {
  /** The text of the button. */
  readonly label: string
  /** URL or path of the application that the form is sent to. */
  readonly action: string
  /** Hidden fields. */
  readonly fields?: Readonly<Record<string, string>>
  /** Fields that the user fills in, by name. */
  readonly inputs?: Readonly<Record<string, CredentialField>>
  /** Help shown below a field, by its name. */
  readonly hints?: Readonly<Record<string, string>>
}
