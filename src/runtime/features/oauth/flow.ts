import {
  isAnything,
  isBoolean,
  isNumber,
  isObjectOf,
  isOptional,
  isString,
  type TypeGuard,
} from '../../core/base/type-guards.js'
import { isLinking, type Linking } from '../../core/login/linking-flow.js'

/** The stored data of a sign-in, from the authorization request to its callback. */
export interface Flow {
  readonly provider: string
  /** The result of `authorityOf`. Another tenant may use the same provider id for a different provider. */
  readonly authority: string
  /** The sign-in must end at the same origin. */
  readonly origin: string
  readonly state: string
  readonly redirectUri: string
  readonly callbackUrl: string
  readonly nonce?: string | undefined
  readonly codeVerifier?: string | undefined
  /** Maximum seconds since the user authenticated at the provider. */
  readonly maxAge?: number | undefined
  /** Authentication context classes, separated by spaces. */
  readonly acrValues?: string | undefined
  readonly scope?: string | undefined
  readonly linkTo?: Linking | undefined
  /** Whether to add the result of linking to the redirect target. */
  readonly reportsLink?: boolean | undefined
  readonly data?: unknown
}

export const isFlow: TypeGuard<Flow> = /* @__PURE__ */ isObjectOf<Flow>({
  provider: isString,
  authority: isString,
  origin: isString,
  state: isString,
  redirectUri: isString,
  callbackUrl: isString,
  nonce: isOptional(isString),
  codeVerifier: isOptional(isString),
  maxAge: isOptional(isNumber),
  acrValues: isOptional(isString),
  scope: isOptional(isString),
  linkTo: isOptional(isLinking),
  reportsLink: isOptional(isBoolean),
  data: isAnything,
})

/** The browser must return from the provider within this time. */
export const MAX_AGE_SECONDS: number = 15 * 60
