import { isNumber, isObjectOf, isString, type TypeGuard } from '../base/type-guards.js'

/** The session to which a login is to be added. Every flow that adds one seals it in its cookie when it begins. */
export interface Linking {
  readonly userId: string
  /** When its user signed in, in seconds since 1970: so the sign-in of a session is known in the one that replaces it when a login is added. */
  readonly signedIn: number
  /** When the flow began, in seconds since 1970. */
  readonly began: number
  /** The most seconds between the sign-in and the beginning of the flow. */
  readonly within: number
}

export const isLinking: TypeGuard<Linking> = /* @__PURE__ */ isObjectOf<Linking>({
  userId: isString,
  signedIn: isNumber,
  began: isNumber,
  within: isNumber,
})

/** What a sign-in does with the account: links it to the signed-in user, and has the target say how that ended, which an error page says otherwise. */
export type LinkRequest = 'link' | 'report' | undefined

/** Whether a form, a JSON body or a call requests that the account is linked. */
export function linkRequest(value: unknown): LinkRequest {
  if (value === 'report') return 'report'
  return value === true || value === 'true' ? 'link' : undefined
}
