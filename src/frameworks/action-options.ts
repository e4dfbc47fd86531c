/**
 * The fields of a form: a `FormData` or a `URLSearchParams`. Their other methods are not declared, because
 * editors would suggest them among the options of `signIn` and `signOut`.
 */
export interface FormEntries {
  /** Iterates over the fields, as pairs of name and value. A name can occur several times. */
  [Symbol.iterator](): Iterator<[string, FormDataEntryValue]>
}

/**
 * A form. Without the TypeScript library `dom.iterable`, `FormData` has no iterator type. `ActionForm` is
 * then `FormData` itself.
 */
export type ActionForm = FormData extends FormEntries ? FormEntries : FormData

/** Options of `signIn` and `signOut` on the server: an object or a form. */
export type ActionOptions = ActionForm | Readonly<Record<string, unknown>>

/** Parsed options of `signIn` and `signOut`. */
export interface ReadActionOptions {
  /** Whether to redirect, instead of returning the URL. */
  readonly follow: boolean
  readonly redirectTo: string | undefined
  /**
   * Whether a sign-out also ends the session at the provider. `undefined` if the options do not contain
   * `provider`.
   */
  readonly provider: boolean | undefined
  /** Values for the fields of the provider. */
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * Parses options. In a form, every value is a string, and fields that React adds for internal use are
 * dropped.
 */
export function readActionOptions(options: ActionOptions = {}): ReadActionOptions {
  const all: Record<string, unknown> = isForm(options)
    ? Object.fromEntries(
        [...options].filter(([name]) => typeof name === 'string' && !name.startsWith('$ACTION')),
      )
    : { ...options }
  const { redirect, callbackUrl, ...rest } = all
  // Forms written for Auth.js 4 use the name `callbackUrl`.
  const { redirectTo = callbackUrl, ...fields } = rest
  return {
    follow: redirect !== false && redirect !== 'false',
    redirectTo: typeof redirectTo === 'string' && redirectTo !== '' ? redirectTo : undefined,
    provider: BOOLEANS.get(fields['provider']),
    fields,
  }
}

const isForm = (options: ActionOptions): options is ActionForm =>
  typeof options === 'object' && options !== null && Symbol.iterator in options

/** Maps the values that a boolean can have in a form or in code to the boolean. */
const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
])
