/*
 * The fields of a sign-in form, or a call of `signIn`, besides those of the provider. Once for the types and for
 * the checks at run time.
 */

/** The names that a field of a sign-in form cannot have. */
export const reservedFields = ['csrfToken', 'callbackUrl', 'request', 'redirectTo', 'redirect'] as const

export type ReservedField = (typeof reservedFields)[number]
