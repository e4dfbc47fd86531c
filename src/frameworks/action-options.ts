/** The fields of a form. With the type `FormData`, editors would suggest its methods among the options of `signIn` and `signOut`. */
export interface FormEntries {
  /** Iterates over the fields. */
  [Symbol.iterator](): Iterator<[string, FormDataEntryValue]>
}

/** A form. Without the TypeScript library `dom.iterable`, `FormData` does not extend `FormEntries`, so the type is `FormData`. */
export type ActionForm = FormData extends FormEntries ? FormEntries : FormData

export type ActionOptions = ActionForm | Readonly<Record<string, unknown>>

export interface ReadActionOptions {
  readonly follow: boolean
  readonly redirectTo: string | undefined
  readonly provider: boolean | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

/** Drops the fields that React adds to forms for internal use. */
export function readActionOptions(options: ActionOptions = {}): ReadActionOptions {
  const all: Record<string, unknown> = isForm(options)
    ? Object.fromEntries(
        [...options].filter(([name]) => typeof name === 'string' && !name.startsWith('$ACTION')),
      )
    : { ...options }
  const { redirect, callbackUrl, ...rest } = all
  // `next-auth` 4 calls the option `callbackUrl`.
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

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
])
