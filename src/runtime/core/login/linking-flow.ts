import { InvalidCheck } from '../../../errors.js'
import { isNumber, isObjectOf, isString, type TypeGuard } from '../base/type-guards.js'

/** The session to which a login will be added. */
export interface Linking {
  readonly userId: string
  /** Time of the user's sign-in, in seconds since 1970. */
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

/** With `'report'`, the URL of the redirect target contains the result. */
export type LinkRequest = 'link' | 'report'

export function linkRequest(value: unknown): LinkRequest | undefined {
  if (value === 'report') return 'report'
  return value === true || value === 'true' ? 'link' : undefined
}

export function sessionEnded(): InvalidCheck {
  return new InvalidCheck('The user who started this sign-in is not signed in any more.')
}
