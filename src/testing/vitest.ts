import type { AuthMatchers } from './matchers.js'

export { type AuthMatchers, authMatchers, type MatcherResult, type SignInRedirect } from './matchers.js'
export { inNextRequest, type NextCookieChange, type NextRequestResult } from './next-request.js'
export { inSolidStartRequest, type SolidStartRequestResult } from './solid-start-request.js'
export {
  type SvelteKitEventOptions,
  type SvelteKitTestCookies,
  type SvelteKitTestEvent,
  svelteKitEvent,
} from './sveltekit-event.js'
export { inSvelteKitRequest } from './sveltekit-request.js'

// biome-ignore lint/suspicious/noTsIgnore: a program with Jest in place of Vitest must still compile.
/** @ts-ignore */
declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: Vitest declares the parameter with this default, and declarations must agree.
  interface Matchers<T = any> extends AuthMatchers<T> {}
}
