import type { ProviderId, UserOf } from '../builder/inferred-types.js'
import type { BuiltAuth } from './open-auth.js'
import { refuseProduction } from './production-refusal.js'
import { type SignInAs, type TestAuthOptions, type TestCookie, testAuth } from './test-auth.js'

export { type ChromiumPage, VirtualAuthenticator, type VirtualPasskey } from './virtual-authenticator.js'

/** The initial state of a browser context of Playwright. */
export interface StorageState {
  /** The cookies of the signed-in user; empty for a user who is signed out. */
  cookies: TestCookie[]
  /** Always empty: Authwright stores nothing in `localStorage`. */
  origins: []
}

/** The options that `signedIn` adds to tests, for `base.extend`. */
export interface SignedInOptions<Instance> {
  /** The user of the test, or `undefined` for a user who is signed out. */
  signedInAs: SignInAs<UserOf<Instance>, ProviderId<Instance>>['user'] | undefined
}

/** Fixtures for `base.extend` of Playwright. */
export interface SignedInFixtures<Instance> {
  /** The user of a test or a project. Default: `undefined`, signed out. */
  signedInAs: [SignedInOptions<Instance>['signedInAs'], { option: true }]
  /** Replaces the fixture of Playwright: each context starts with the cookies of the user of `signedInAs`. */
  storageState(
    fixtures: SignedInOptions<Instance>,
    use: (state: StorageState) => Promise<void>,
  ): Promise<void>
}

/**
 * Fixtures for `base.extend`, with which a Playwright test starts as a signed-in user. The tests and the application must have the same
 * `AUTH_SECRET` and, if users are stored, the same database.
 *
 * @param options - `url` is the URL of the application that the tests open.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { github } from 'authwright/providers/github'
 * import { signedIn } from 'authwright/testing/playwright'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * // export const test = base.extend<SignedInOptions<typeof auth>>(signedIn(auth, { url: 'http://localhost:3000' }))
 * export const fixtures = signedIn(auth, { url: 'http://localhost:3000' })
 * ```
 *
 * @see https://playwright.dev/docs/test-fixtures
 */
export function signedIn<Instance extends BuiltAuth>(
  auth: Instance,
  options: TestAuthOptions = {},
): SignedInFixtures<Instance> {
  const as = testAuth(auth, options)
  return {
    signedInAs: [undefined, { option: true }],
    // Playwright reads the names of fixtures from the pattern of the first parameter.
    async storageState({ signedInAs }, use) {
      await use(signedInAs ? storageStateOf(await as({ user: signedInAs })) : { cookies: [], origins: [] })
    },
  }
}

/**
 * The state of a browser context in which a user is signed in, for `browser.newContext({ storageState })`.
 *
 * @param user - A user of `testAuth`.
 */
export function storageStateOf({ cookies }: { readonly cookies: readonly TestCookie[] }): StorageState {
  refuseProduction()
  return { cookies: [...cookies], origins: [] }
}
