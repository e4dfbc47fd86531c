/* Frameworks may import no other module of the runtime. dependency-cruiser rejects other imports. */

export type { Destination } from './api/destinations.js'
export type { Admission, RequestKind } from './api/guard.js'
export type { CookieWriter, OpenRequest } from './api/open-request.js'
export type { SignInForm } from './api/sign-in.js'
export { readEnvironment } from './core/config/environment.js'
export { type Mount, pathsOf, standardMount } from './core/config/mount.js'
export {
  type EnvironmentVariables,
  processEnvironment,
  siteUrl,
} from './core/config/secret-and-url-variables.js'
export { explanationOf } from './core/handle.js'
export type { ResponseCookie } from './core/http/cookies.js'
export {
  afterChanges,
  type Incoming,
  incomingRequest,
  isReadOfScript,
  withConnection,
  withPeerAddress,
} from './core/http/incoming.js'
export type { RedirectForm } from './core/http/redirects.js'
export type { RequestUrl } from './core/http/request-url.js'
export { requestUrl } from './core/http/request-url.js'
export { PRIVATE, type ResponseData } from './core/http/route-result.js'
export { serializeCookie } from './core/http/serialize-cookie.js'
export { forwardedValues } from './core/http/trusted-hosts.js'
export { accountProvider } from './core/storage/account-names.js'
export {
  createPort,
  type Port,
  type PortOptions,
  type RequestHandler,
} from './create-port.js'
export {
  authorize,
  destinationOf,
  guard,
  readSignInForm,
  refuse,
  requireSameSite,
  unavailableResponse,
} from './lazy-api.js'
export { accountsOf, type ManagedAccounts } from './managed-accounts.js'
export { processStore } from './process-store.js'
export { asData, eventForTests, portForTests } from './symbol-keys.js'
