import { asgardeo } from '../../../src/providers/asgardeo.js'
import { auth0 } from '../../../src/providers/auth0.js'
import { authentik } from '../../../src/providers/authentik.js'
import { bankidNo } from '../../../src/providers/bankid-no.js'
import { battlenet } from '../../../src/providers/battlenet.js'
import { beyondidentity } from '../../../src/providers/beyondidentity.js'
import { cognito } from '../../../src/providers/cognito.js'
import { descope } from '../../../src/providers/descope.js'
import { duendeIdentityServer6 } from '../../../src/providers/duende-identity-server6.js'
import { frontegg } from '../../../src/providers/frontegg.js'
import { fusionauth } from '../../../src/providers/fusionauth.js'
import { huggingface } from '../../../src/providers/huggingface.js'
import { hydra } from '../../../src/providers/hydra.js'
import { identityServer4 } from '../../../src/providers/identity-server4.js'
import { keycloak } from '../../../src/providers/keycloak.js'
import { kinde } from '../../../src/providers/kinde.js'
import { line } from '../../../src/providers/line.js'
import { linkedin } from '../../../src/providers/linkedin.js'
import { logto } from '../../../src/providers/logto.js'
import { okta } from '../../../src/providers/okta.js'
import { onelogin } from '../../../src/providers/onelogin.js'
import { pingId } from '../../../src/providers/ping-id.js'
import { roblox } from '../../../src/providers/roblox.js'
import { salesforce } from '../../../src/providers/salesforce.js'
import { simplelogin } from '../../../src/providers/simplelogin.js'
import { slack } from '../../../src/providers/slack.js'
import { twitch } from '../../../src/providers/twitch.js'
import { unitedEffects } from '../../../src/providers/united-effects.js'
import { vipps } from '../../../src/providers/vipps.js'
import { zitadel } from '../../../src/providers/zitadel.js'
import type { OIDCFixture } from './fixture.js'

/** The client that is registered at each provider. */
const client = { clientId: 'client-id', clientSecret: 'client-secret' }

const claims = {
  sub: 's-1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  email_verified: true,
  picture: 'https://img.example/ada.png',
}
const ada = {
  id: 's-1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: 'https://img.example/ada.png',
}

/** OpenID Providers, each with claims from its documentation and the resulting user. */
export const openIDFixtures: readonly OIDCFixture[] = [
  {
    provider: unitedEffects({ ...client, issuer: 'https://auth.unitedeffects.com/acme' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid email profile', resource: 'https://auth.unitedeffects.com/acme' },
    authenticatesBy: 'basic',
  },
  {
    provider: asgardeo({ ...client, issuer: 'https://api.asgardeo.io/t/acme/oauth2/token' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: auth0({ ...client, issuer: 'https://acme.eu.auth0.com/' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: authentik({ ...client, issuer: 'https://id.acme.example/application/o/app/' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: bankidNo({ ...client }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email', ui_locales: 'no', login_hint: 'BIS' },
    authenticatesBy: 'basic',
  },
  {
    provider: battlenet({ ...client }),
    profile: { sub: '7', battle_tag: 'Ada#1815' },
    user: { id: '7', name: 'Ada#1815', email: null, image: null },
    params: { scope: 'openid' },
    authenticatesBy: 'basic',
  },
  {
    provider: beyondidentity({
      ...client,
      issuer: 'https://auth-us.beyondidentity.com/v1/tenants/t/realms/r/applications/a',
    }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: cognito({ ...client, issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: descope({ ...client, issuer: 'https://api.descope.com/P2abc' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: duendeIdentityServer6({ ...client, issuer: 'https://demo.duendesoftware.com' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: frontegg({ ...client, issuer: 'https://acme.frontegg.com' }),
    profile: {
      sub: 's-1',
      name: 'Ada',
      email: 'ada@example.com',
      profilePictureUrl: 'https://img.example/a.png',
    },
    user: { id: 's-1', name: 'Ada', email: 'ada@example.com', image: 'https://img.example/a.png' },
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: fusionauth({ ...client, issuer: 'https://id.acme.example' }),
    profile: { sub: 's-1', given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com' },
    user: { id: 's-1', name: 'Ada Lovelace', email: 'ada@example.com', image: null },
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: huggingface({ ...client }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: hydra({ ...client, issuer: 'https://acme.projects.oryapis.com' }),
    profile: { sub: 's-1', given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com' },
    user: { id: 's-1', name: 'Ada Lovelace', email: 'ada@example.com', image: null },
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: identityServer4({ ...client, issuer: 'https://id.acme.example' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: keycloak({ ...client, issuer: 'https://id.acme.example/realms/main' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: kinde({ ...client, issuer: 'https://acme.kinde.com' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'post',
  },
  {
    provider: line({ ...client, clientSecret: '0123456789abcdef0123456789abcdef' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'post',
  },
  {
    provider: linkedin({ ...client }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'post',
  },
  {
    provider: logto({ ...client, issuer: 'https://acme.logto.app/oidc' }),
    profile: {
      sub: 's-1',
      name: null,
      username: 'ada',
      picture: null,
      email: 'ada@example.com',
      email_verified: true,
    },
    user: { id: 's-1', name: 'ada', email: 'ada@example.com', image: null },
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: okta({ ...client, issuer: 'https://acme.okta.com' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: onelogin({ ...client, issuer: 'https://acme.onelogin.com/oidc/2' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: pingId({ ...client, issuer: 'https://auth.pingone.eu/0c1d/as' }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: roblox({ ...client }),
    profile: {
      sub: '9',
      name: 'Ada',
      nickname: 'Ada',
      preferred_username: 'ada1815',
      created_at: 1_600_000_000,
      picture: 'https://tr.rbxcdn.com/a.png',
    },
    user: { id: '9', name: 'Ada', email: null, image: 'https://tr.rbxcdn.com/a.png' },
    params: { scope: 'openid profile' },
    authenticatesBy: 'basic',
  },
  {
    provider: salesforce({ ...client }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: simplelogin({ ...client }),
    profile: {
      sub: '5',
      name: 'Ada',
      email: 'a@simplelogin.example',
      email_verified: true,
      avatar_url: null,
    },
    user: { id: '5', name: 'Ada', email: 'a@simplelogin.example', image: null },
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: slack({ ...client }),
    profile: claims,
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
  {
    provider: twitch({ ...client }),
    profile: {
      sub: '44',
      preferred_username: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      picture: 'https://static-cdn.jtvnw.net/a.png',
    },
    user: { id: '44', name: 'ada', email: 'ada@example.com', image: 'https://static-cdn.jtvnw.net/a.png' },
    params: {
      scope: 'openid user:read:email',
      claims: '{"id_token":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}',
    },
    authenticatesBy: 'post',
  },
  {
    provider: vipps({ ...client }),
    profile: claims,
    user: ada,
    params: { scope: 'openid name email' },
    authenticatesBy: 'basic',
  },
  {
    // Other audiences in the ID token are also accepted if the application sets `client`.
    provider: zitadel({ ...client, issuer: 'https://acme.zitadel.cloud', client: { id_token_max_age: 300 } }),
    profile: claims,
    // The project and its other applications: https://github.com/warp-tech/warpgate/issues/929, https://github.com/zitadel/zitadel/issues/9200
    idTokenClaims: {
      aud: ['client-id', '246263290592821251@project', '246361787010646019'],
      azp: 'client-id',
    },
    user: ada,
    params: { scope: 'openid profile email' },
    authenticatesBy: 'basic',
  },
]
