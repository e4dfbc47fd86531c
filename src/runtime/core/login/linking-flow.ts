import { isNumber, isObjectOf, isString, type TypeGuard } from '../base/type-guards.js'

/**
 * The session to which a login will be added. Every flow that adds a login seals this data in its cookie when
 * it starts.
 */
export interface Linking {
  readonly userId: string
  /**
   * Time of the user's sign-in, in seconds since 1970. The session that replaces this session keeps the time.
   */
  readonly signedIn: number
  /** Start of the flow, in seconds since 1970. */
  readonly began: number
  /** Maximum number of seconds between the sign-in and the start of the flow. */
  readonly within: number
}

export const isLinking: TypeGuard<Linking> = /* @__PURE__ */ isObjectOf<Linking>({
  userId: isString,
  signedIn: isNumber,
  began: isNumber,
  within: isNumber,
})

/**
 * How a sign-in treats the account. `'link'` links it to the signed-in user and shows failures on the error
 * page. `'report'` links it and reports the result to the redirect target.
 */
export type LinkRequest = 'link' | 'report' | undefined

/** Whether a form, a JSON body or a call requests linking. */
export function linkRequest(value: unknown): LinkRequest {
  if (value === 'report') return 'report'
  return value === true || value === 'true' ? 'link' : undefined
}
