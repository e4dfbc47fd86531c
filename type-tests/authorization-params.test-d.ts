import { createAuth, type OpenIDAuthorizationParams } from 'authwright'
import { createClient } from 'authwright/client'
import { createAuth as nextAuth } from 'authwright/next'
import { auth0 } from 'authwright/providers/auth0'
import { azureAd } from 'authwright/providers/azure-ad'
import { github } from 'authwright/providers/github'
import { type GoogleAuthorizationParams, google } from 'authwright/providers/google'
import { microsoftEntraId } from 'authwright/providers/microsoft-entra-id'
import { oauth } from 'authwright/providers/oauth'
import { oidc } from 'authwright/providers/oidc'
import { reddit } from 'authwright/providers/reddit'
import { createAuth as solidAuth } from 'authwright/solid-start'
import { createAuth as kitAuth } from 'authwright/sveltekit'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'

const acme = oidc({ id: 'acme', issuer: 'https://acme.example' })
const auth = createAuth()
  .provider(google())
  .provider(microsoftEntraId())
  .provider(azureAd())
  .provider(reddit())
  .provider(auth0())
  .provider(github())
  .provider(acme)
  .build()
type Types = NonNullable<(typeof auth)['~types']>
expectTypeOf<NonNullable<Types['params']['google']>>().toEqualTypeOf<GoogleAuthorizationParams>()
expectTypeOf<NonNullable<Types['params']['acme']>>().toEqualTypeOf<OpenIDAuthorizationParams>()
expectTypeOf<keyof Types['params']>().toEqualTypeOf<
  'google' | 'microsoft-entra-id' | 'azure-ad' | 'reddit' | 'auth0' | 'acme'
>()

auth.signIn('google', { request }, { access_type: 'offline', prompt: 'consent', hd: 'example.com' })
auth.signIn('microsoft-entra-id', { request }, { domain_hint: 'contoso.com', prompt: 'select_account' })
auth.signIn('reddit', { request }, { duration: 'permanent' })
auth.signIn('auth0', { request }, { organization: 'org_1', audience: 'https://api.example', max_age: 0 })
auth.signIn('github', { request }, { allow_signup: 'false' })
auth.signIn('acme', { request }, { prompt: 'login consent', kc_idp_hint: 'github' })
// Parameters that the types do not list are passed as a string, as pairs or as `URLSearchParams`.
auth.signIn('google', { request }, 'experiment=1')
auth.signIn('google', { request }, [['experiment', '1']])
auth.signIn('google', { request }, new URLSearchParams({ experiment: '1' }))

// @ts-expect-error Google accepts `online` and `offline`.
auth.signIn('google', { request }, { access_type: 'ofline' })
// @ts-expect-error A misspelt name.
auth.signIn('google', { request }, { acces_type: 'offline' })
// @ts-expect-error Entra ID accepts only one value.
auth.signIn('microsoft-entra-id', { request }, { prompt: 'login consent' })
// @ts-expect-error The former id `azure-ad` has the same parameters.
auth.signIn('azure-ad', { request }, { domain_hnt: 'contoso.com' })
// @ts-expect-error Reddit accepts `temporary` and `permanent`.
auth.signIn('reddit', { request }, { duration: 'forever' })
// @ts-expect-error OpenID Connect spells the value `select_account`.
auth.signIn('acme', { request }, { prompt: 'select-account' })

google({ authorization: { params: { access_type: 'offline', scope: 'openid email' } } })
google({ authorization: { params: { prompt: 'consent', access_type: 'offline', response_type: 'code' } } })
oidc({ id: 'acme', authorization: { params: { max_age: 300, claims: { id_token: {} }, own: 'value' } } })
oauth({
  id: 'custom',
  issuer: 'https://custom.example',
  authorization: { params: { anything: 'goes', and: 1 } },
})
// @ts-expect-error A misspelt value.
google({ authorization: { params: { access_type: 'ofline' } } })
// @ts-expect-error A misspelt name.
google({ authorization: { params: { acces_type: 'offline' } } })
// @ts-expect-error OpenID Connect accepts `page`, `popup`, `touch` and `wap`.
oidc({ id: 'acme', authorization: { params: { display: 'window' } } })

const next = nextAuth().provider(google()).provider(github()).build()
next.signIn('google', {}, { access_type: 'offline' })
next.signIn('github', {}, { login: 'octocat' })
// @ts-expect-error Google accepts `online` and `offline`.
next.signIn('google', {}, { access_type: 'ofline' })

const solid = solidAuth().provider(google()).build()
solid.signIn('google', {}, { hd: 'example.com' })
// @ts-expect-error A misspelt name.
solid.signIn('google', {}, { hdd: 'example.com' })

const kit = kitAuth().provider(google()).build()
declare const event: Parameters<typeof kit.signIn>[0]
kit.signIn(event, 'google', {}, { prompt: 'select_account' })
// @ts-expect-error Google has no value `login`.
kit.signIn(event, 'google', {}, { prompt: 'login' })

// A browser may choose only parameters that change the pages of the provider.
const client = createClient<typeof auth>()
client.signIn('google', {}, { prompt: 'select_account', login_hint: 'ada@example.com' })
client.signIn('acme', {}, { ui_locales: 'de', display: 'popup' })
client.signIn('github', {}, { login: 'octocat' })
// @ts-expect-error Google has no value `login`.
client.signIn('google', {}, { prompt: 'login' })
// @ts-expect-error A browser may not choose `access_type`.
client.signIn('google', {}, { access_type: 'offline' })
