export type { CheckedSpec, FeatureCheck, FeatureProblem } from './builder/auth-spec.js'
export type * from './runtime/core/account-section.js'
export type * from './runtime/core/feature-api/context.js'
export * from './runtime/core/feature-api/define-feature.js'
export * from './runtime/core/feature-api/exchange.js'
export * from './runtime/core/feature-api/login.js'
export type * from './runtime/core/feature-api/session-rule.js'
export { type Params, textParam } from './runtime/core/http/params.js'
export {
  type EmptyResult,
  type JsonResult,
  json,
  nothing,
  type RedirectResult,
  redirect,
} from './runtime/core/http/route-result.js'
export type { Admission, LoginAdmission } from './runtime/core/login/hooks.js'
export type {
  AccountClaim,
  AddressClaim,
  Claim,
  CredentialOutcome,
  EarlierLoginsDecision,
  NewAuthenticator,
  NewUserClaim,
  PasskeyClaim,
  PasswordClaim,
  RemovedLogins,
} from './runtime/core/login/identity.js'
export type { NewSession, SessionFields } from './runtime/core/sessions/session-rule.js'
export type * from './runtime/core/sign-in-page-methods.js'
