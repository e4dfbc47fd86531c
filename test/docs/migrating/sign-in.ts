import type { Adapter } from '../../../src/adapters/contract.js'
import { github } from '../../../src/providers/github.js'
import { google } from '../../../src/providers/google.js'
import { password } from '../../../src/providers/password.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'

/** The user of the session after a sign-in, or `undefined` if it was refused. */
type SignedInUser = { readonly id: string; readonly email: string } | undefined

/** Signs in users of a migrated database. Each call uses a new browser. */
export interface MovedUsers {
  byPassword(email: string, typed: string): Promise<SignedInUser>
  byGitHub(account: { readonly id: number; readonly email: string }): Promise<SignedInUser>
  byGoogle(account: { readonly sub: string; readonly email: string }): Promise<SignedInUser>
}

function userOf(session: { id: string; user: { email: string } } | null): SignedInUser {
  return session ? { id: session.id, email: session.user.email } : undefined
}

/** An application that uses the migrated database. Responses of GitHub and Google are simulated. */
export async function movedUsers(adapter: Adapter): Promise<MovedUsers> {
  const googleServer = await IdentityProvider.start('https://accounts.google.com')
  let gitHubUser: { readonly id: number; readonly email: string } | undefined
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const { hostname, pathname } = new URL(url)
    if (hostname === 'github.com') return Response.json({ access_token: 'gho_new', token_type: 'bearer' })
    if (hostname !== 'api.github.com') return googleServer.fetch(url, init ?? {})
    const verified = { email: gitHubUser?.email, primary: true, verified: true }
    return Response.json(pathname === '/user' ? { ...gitHubUser, login: 'grace' } : [verified])
  }
  const client = { clientId: 'client', clientSecret: 's-e_c.r*et' }
  const { handle } = app({
    providers: [github(client), google(client), password({ send: () => undefined })],
    adapter,
    fetch,
    callbacks: {
      session: ({ session, ...rest }) => ({ ...session, id: 'user' in rest ? rest.user.id : undefined }),
    },
  })
  const byProvider = async (id: string): Promise<SignedInUser> => {
    const browser = new Browser(handle)
    const started = await browser.post(`/auth/signin/${id}`)
    const authorize = new URL(started.headers.get('location') ?? '')
    const callback =
      id === 'google'
        ? googleServer.authorize(authorize)
        : new URL(
            `/auth/callback/github?code=code&iss=https://github.com/login/oauth&state=${authorize.searchParams.get('state')}`,
            browser.origin,
          )
    await browser.send(callback.pathname + callback.search)
    return userOf(await browser.session())
  }
  return {
    async byPassword(email, typed) {
      const browser = new Browser(handle)
      await browser.post('/auth/callback/password', { email, password: typed })
      return userOf(await browser.session())
    },
    byGitHub(account) {
      gitHubUser = account
      return byProvider('github')
    },
    byGoogle(account) {
      googleServer.user = { ...account, email_verified: true }
      return byProvider('google')
    },
  }
}
