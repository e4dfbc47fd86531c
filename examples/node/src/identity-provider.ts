import { join } from 'node:path'
import { type Context, interactionPolicy, Provider } from 'oidc-provider'
import { interact, isInteraction } from './identity-provider/interactions.js'
import { loadKeys } from './identity-provider/keys.js'
import { problemPage, welcomePage } from './identity-provider/pages.js'
import { findPerson } from './identity-provider/people.js'
import { serve } from './serve.js'
import { setting } from './settings.js'

/*
 * A complete OpenID Provider, so that the demo needs no account at a provider. It runs in a separate
 * process, like the server of a provider.
 */

const issuer = setting('AUTH_DEMO_ISSUER')
const application = setting('DEMO_URL')
const { signingKey, cookieKey } = loadKeys(join(setting('DEMO_DATA'), 'identity-provider.json'))

// Shows the list of accounts at every sign-in, so that one user can try all accounts in one browser.
const policy = interactionPolicy.base()
policy
  .get('login')
  .checks.add(
    new interactionPolicy.Check(
      'choose_account',
      'an account must be chosen',
      ({ oidc }) => !oidc.result?.login,
    ),
  )

const provider: Provider = new Provider(issuer, {
  clients: [
    {
      client_id: setting('AUTH_DEMO_ID'),
      client_secret: setting('AUTH_DEMO_SECRET'),
      client_name: 'Authwright demo',
      redirect_uris: [`${application}/auth/callback/demo`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  jwks: { keys: [signingKey] },
  cookies: { keys: [cookieKey] },
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  // Adds name and e-mail address to the ID token, so that no UserInfo request is needed.
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    Grant: 3600,
    IdToken: 3600,
    Interaction: 3600,
    Session: 3600,
  },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  interactions: { policy },
  // Finds only the grant of the current sign-in, so the consent page is shown every time.
  loadExistingGrant: ({ oidc }: Context) => {
    const grantId = oidc.result?.consent?.grantId
    return grantId ? provider.Grant.find(grantId) : undefined
  },
  findAccount: (_context: Context, sub: string) => {
    const person = findPerson(sub)
    return person && { accountId: sub, claims: () => ({ ...person, email_verified: true }) }
  },
  renderError: (context: Context, { error_description }: { error_description?: string }) => {
    const { headers, body } = problemPage(error_description ?? 'The request was not understood.', application)
    context.set(headers)
    context.body = body
  },
})

// Shows a page for paths that the provider does not handle.
provider.use(async (context, next) => {
  await next()
  if (context.status !== 404 || context.body !== undefined) return
  const { headers, body } =
    context.path === '/'
      ? welcomePage(application)
      : problemPage('There is nothing at this URL.', application)
  context.status = context.path === '/' ? 200 : 404
  context.set(headers)
  context.body = body
})

const oidc = provider.callback()

serve(
  (request, response) => {
    if (!isInteraction(request)) return oidc(request, response)
    interact(provider, application, request, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
  },
  { host: new URL(issuer).hostname, port: Number(new URL(issuer).port) },
)
