import type { AuthConfig } from '@auth/core'
import type { Adapter } from '../../../src/adapters/contract.js'
import type { AuthSpec } from '../../../src/builder/auth-spec.js'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { CookieJar } from '../../support/cookie-jar.js'
import { authjs } from './authjs.js'

const authorize = async (input: Record<string, unknown>): Promise<{ id: string; name: string } | null> =>
  input['password'] === 'right' ? { id: 'u1', name: 'Ada' } : null

const theirs: AuthConfig['providers'] = [
  { id: 'credentials', type: 'credentials', name: 'Credentials', credentials: { password: {} }, authorize },
]
const ours = credentials({ input: { password: {} }, authorize })

export interface PairOptions {
  origin?: string
  /** The secrets of Auth.js, and those of Authwright. */
  secrets?: readonly [string | string[], string | string[]]
  adapter?: Adapter
  jwt?: (context: { token: Record<string, unknown> }) => Record<string, unknown>
  theirJwt?: AuthConfig['jwt']
  ourJwt?: AuthSpec['jwt']
  compat?: 'authjs'
}

/** One browser at one site, which Auth.js and Authwright serve side by side. */
export interface Pair {
  readonly theirs: Browser
  readonly ours: Browser
  readonly jar: CookieJar
}

export function pair(options: PairOptions = {}): Pair {
  const { origin = 'https://app.test', secrets, adapter, jwt = ({ token }) => token } = options
  const jar = new CookieJar()
  const { theirJwt, ourJwt } = options
  const authjsHandle = authjs({
    providers: theirs,
    callbacks: { jwt: jwt as never },
    ...(secrets && { secret: secrets[0] }),
    ...(adapter && { adapter: adapter as never }),
    ...(theirJwt && { jwt: theirJwt }),
  })
  const { handle } = app({
    providers: [ours],
    ...(adapter ? { adapter } : { callbacks: { jwt } }),
    ...(ourJwt && { jwt: ourJwt }),
    options: {
      ...('compat' in options ? {} : { compat: 'authjs' as const }),
      ...(secrets && { secret: secrets[1] }),
    },
  })
  return { theirs: new Browser(authjsHandle, origin, jar), ours: new Browser(handle, origin, jar), jar }
}

/** Signs in with the only valid password. */
export async function signIn(browser: Browser): Promise<void> {
  await browser.post('/auth/callback/credentials', { password: 'right' })
}
