import { defineOAuthProvider } from './kinds/define-provider.js'

/** The profile of the signed-in user at Osso. @see https://ossoapp.com/docs/oauth/ */
export interface OssoProfile {
  id: string
  email: string
  idp?: string
  requested?: { domain?: string | null; email?: string | null }
  [field: string]: unknown
}

/**
 * Sign-in with Osso.
 *
 * Single sign-on of organizations with SAML. Name the organization at each sign-in:
 * `signIn('osso', options, { domain: 'acme.example' })`. The issuer is the URL of the service. Osso returns
 * no name.
 *
 * @see https://ossoapp.com/docs/oauth/
 */
export const osso = defineOAuthProvider<OssoProfile>()({
  id: 'osso',
  name: 'Osso',
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/oauth/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, email }) => ({ id, name: null, email: email ?? null, image: null }),
  style: { brandColor: '#4b69e8' },
})
