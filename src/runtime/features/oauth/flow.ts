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
  /**
   * The authority of the provider, from `authorityOf`. Another tenant may use the same provider id for a
   * different provider.
   */
  readonly authority: string
  /** The origin at which the flow started. It must end at the same origin. */
  readonly origin: string
  readonly state: string
  readonly redirectUri: string
  readonly callbackUrl: string
  readonly nonce?: string | undefined
  readonly codeVerifier?: string | undefined
  /** Maximum seconds since the user authenticated at the provider, if requested. */
  readonly maxAge?: number | undefined
  /** The requested authentication context classes, separated by spaces. */
  readonly acrValues?: string | undefined
  /** The requested scope. */
  readonly scope?: string | undefined
  /** The session to link the account to, if requested. */
  readonly linkTo?: Linking | undefined
  /** Whether to add the result of linking to the redirect target. */
  readonly reportsLink?: boolean | undefined
  /** The data of the sign-in, as returned by `.flow({ data })`. */
  readonly data?: unknown
}

/** Whether a value is a flow. Used to check the content of a cookie. */
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

/** Seconds within which the browser must return from the provider. */
export const MAX_AGE_SECONDS: number = 15 * 60
