/**
 * The fields of a form: a `FormData`, or a `URLSearchParams`. It names no method of theirs, which an editor would suggest among the options that
 * stand in a union with it.
 */
export interface FormEntries {
  [Symbol.iterator](): Iterator<[string, FormDataEntryValue]>
}

/** A form. Without the library `dom.iterable`, TypeScript knows of no form that it can be iterated. */
export type ActionForm = FormData extends FormEntries ? FormEntries : FormData

/** What `signIn` and `signOut` are given on the server, a form included. */
export type ActionOptions = ActionForm | Readonly<Record<string, unknown>>

/** The same, read. */
export interface ReadActionOptions {
  /** Whether to go to where it leads. */
  readonly follow: boolean
  readonly redirectTo: string | undefined
  /** Whether a sign-out is to reach the provider, where that is said. */
  readonly provider: boolean | undefined
  /** The fields of a provider. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A form holds text alone, and what React adds to it for its own use. */
export function readActionOptions(given: ActionOptions = {}): ReadActionOptions {
  const all: Record<string, unknown> = isForm(given)
    ? Object.fromEntries(
        [...given].filter(([name]) => typeof name === 'string' && !name.startsWith('$ACTION')),
      )
    : { ...given }
  const { redirect, callbackUrl, request: _, ...rest } = all
  // What forms that were made for Auth.js 4 call it.
  const { redirectTo = callbackUrl, ...fields } = rest
  return {
    follow: redirect !== false && redirect !== 'false',
    redirectTo: typeof redirectTo === 'string' && redirectTo !== '' ? redirectTo : undefined,
    provider: BOOLEANS.get(fields['provider']),
    fields,
  }
}

const isForm = (given: ActionOptions): given is ActionForm =>
  typeof given === 'object' && given !== null && Symbol.iterator in given

/** As a form and as code write them. */
const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
])
