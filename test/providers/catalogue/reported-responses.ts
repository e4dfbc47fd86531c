import { expect } from 'vitest'
import { apple } from '../../../src/providers/apple.js'
import { azureAdB2c } from '../../../src/providers/azure-ad-b2c.js'
import { github } from '../../../src/providers/github.js'
import { google } from '../../../src/providers/google.js'
import { microsoftEntraId } from '../../../src/providers/microsoft-entra-id.js'
import type { OAuthFixture, OIDCFixture } from './fixture.js'
import { oauthFixtures } from './oauth-fixtures.js'
import { openIDFixtures } from './openid-fixtures.js'
import { ownWaysFixtures } from './own-ways-fixtures.js'

/** A response from a public report. Default status: 200. A string body is sent as `text/html`. */
export interface Seen {
  readonly status?: number
  readonly body: Readonly<Record<string, unknown>> | string
}

/** Responses of a provider from public reports that are undocumented or differ from the documentation. */
export interface ReportedResponses {
  readonly fixture: OAuthFixture | OIDCFixture
  /** Public reports of these responses. */
  readonly reports: readonly string[]
  /** Members of the metadata that differ. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Members of the token response to a code that differ. */
  readonly tokens?: Readonly<Record<string, unknown>>
  /** Claims of the ID token that differ. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** The profile response, if it differs. */
  readonly profile?: Readonly<Record<string, unknown>>
  /** The resulting user, if it differs. */
  readonly user?: OAuthFixture['user']
  /** Whether the provider says that the e-mail address is verified. Default: `false`. */
  readonly verifiesEmail?: boolean
  /** A refresh: the request that the provider accepts, and its response. Omitted if tokens do not expire. */
  readonly refresh?: {
    readonly request: string
    readonly form: Readonly<Record<string, string>>
    readonly tokens: Readonly<Record<string, unknown>>
    /** Claims of the ID token in the response, in addition to the required claims. */
    readonly idToken?: Readonly<Record<string, unknown>>
    /** The refresh token that is stored after the refresh. */
    readonly keeps: string
  }
  /** A URL that rejects expired access tokens, for providers that do not send a token lifetime. */
  readonly api?: string
  /** Seconds after which access tokens without an expiry and without a refresh token are treated as expired. */
  readonly lasts?: number
  /** Responses to a refresh token that is expired, revoked or already used. */
  readonly dead?: readonly Seen[]
  /** Errors that do not concern the refresh token, which is kept. */
  readonly busy?: readonly Seen[]
  /** Responses to a code that is wrong, expired or already used. */
  readonly refusesCode?: readonly Seen[]
  /** Responses to a wrong client id or client secret. */
  readonly refusesClient?: readonly Seen[]
  /** The sign-out URL of the provider, with its parameters except `state`. Omitted if the provider has none. */
  readonly signOut?: {
    readonly url: string
    readonly params: Readonly<Record<string, string>>
    /** Whether the provider refuses a sign-out without the ID token. Default: `false`. */
    readonly needsIdToken?: boolean
  }
  /** The revocation endpoint. */
  readonly revocation?: string
}

const all: readonly (OAuthFixture | OIDCFixture)[] = [...oauthFixtures, ...openIDFixtures, ...ownWaysFixtures]

function fixtureOf(id: string): OAuthFixture | OIDCFixture {
  const fixture = all.find(({ provider }) => provider.id === id)
  if (!fixture) throw new Error(`There is no fixture of '${id}'.`)
  return fixture
}

const client = { clientId: 'client-id', clientSecret: 'client-secret' }
const BACK = 'https://app.test/auth/signed-out'
const standardRefresh = { grant_type: 'refresh_token', refresh_token: 'refresh-1' }
const refreshForm = { ...standardRefresh, client_id: 'client-id', client_secret: 'client-secret' }
/** The response of Doorkeeper, GitLab's OAuth library, to any refused grant. */
const doorkeeperRefusal = {
  status: 400,
  body: {
    error: 'invalid_grant',
    error_description:
      'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  },
}
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } }

const tenant = 'aaaabbbb-0000-cccc-1111-dddd2222eeee'

const googleFixture: OIDCFixture = {
  provider: google({ ...client, authorization: { params: { access_type: 'offline', prompt: 'consent' } } }),
  profile: {
    sub: '110169484474386276334',
    name: 'Ada Lovelace',
    given_name: 'Ada',
    email: 'ada@gmail.com',
    email_verified: true,
    picture: 'https://lh3.googleusercontent.com/a/x=s96-c',
  },
  user: {
    id: '110169484474386276334',
    name: 'Ada Lovelace',
    email: 'ada@gmail.com',
    image: 'https://lh3.googleusercontent.com/a/x=s96-c',
  },
  params: {},
  authenticatesBy: 'basic',
}

const entraFixture: OIDCFixture = {
  provider: microsoftEntraId({ ...client, issuer: `https://login.microsoftonline.com/${tenant}/v2.0` }),
  profile: { sub: 'pairwise', name: 'Ada Lovelace', preferred_username: 'ada@contoso.example', tid: tenant },
  user: {
    id: `https://login.microsoftonline.com/${tenant}/v2.0|pairwise`,
    name: 'Ada Lovelace',
    email: null,
    image: null,
  },
  params: {},
  authenticatesBy: 'basic',
}

const githubUser = {
  id: 583231,
  login: 'octocat',
  name: 'The Octocat',
  avatar_url: 'https://avatars.githubusercontent.com/u/583231',
}

const githubFixture: OAuthFixture = {
  provider: github(client),
  authorization: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  params: {},
  authenticatesBy: 'post',
  callback: { iss: 'https://github.com/login/oauth' },
  profile: {},
  userinfo: {
    'GET https://api.github.com/user': { ...githubUser, email: null },
    'GET https://api.github.com/user/emails?per_page=100': [
      { email: 'ada@users.noreply.github.com', primary: false, verified: true, visibility: null },
      { email: 'ada@example.com', primary: true, verified: true, visibility: 'private' },
    ],
  },
  user: { id: '583231', name: 'The Octocat', email: 'ada@example.com', image: githubUser.avatar_url },
}

const b2cTenant = 'https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signin'
const b2cIssuer = `https://contoso.b2clogin.com/${tenant}/v2.0/`

const b2cFixture: OIDCFixture = {
  provider: azureAdB2c({ ...client, issuer: `${b2cTenant}/v2.0` }),
  profile: { sub: 's-1', name: 'unknown', given_name: 'Ada', emails: ['ada@example.com'] },
  user: { id: `${b2cIssuer}|s-1`, name: 'unknown', email: 'ada@example.com', image: null },
  params: { scope: 'openid client-id' },
  authenticatesBy: 'post',
}

const appleFixture: OIDCFixture = {
  provider: apple(client),
  profile: { sub: '001234.abcd.0123', email: 'x@privaterelay.appleid.com' },
  user: { id: '001234.abcd.0123', name: null, email: 'x@privaterelay.appleid.com', image: null },
  params: { scope: 'name email', response_mode: 'form_post' },
  authenticatesBy: 'post',
}

export const reportedResponses: readonly ReportedResponses[] = [
  {
    // The `aud` of ID tokens also contains the domain of the business.
    fixture: fixtureOf('kinde'),
    verifiesEmail: true,
    reports: [
      'https://github.com/kinde-oss/kinde-typescript-sdk/blob/main/lib/__tests__/mocks.ts',
      'https://github.com/kinde-oss/documentation/blob/main/src/content/docs/build/tokens/about-id-tokens.mdx',
      'https://github.com/kinde-oss/kinde-auth-react/issues/56',
    ],
    claims: {
      aud: ['https://acme.kinde.com', 'client-id'],
      azp: 'client-id',
      jti: 'j-1',
      updated_at: 1692009540,
    },
    tokens: { refresh_token: 'refresh-1', expires_in: 86399, scope: 'openid profile email offline' },
    refresh: {
      request: 'POST https://acme.kinde.com/token',
      form: refreshForm,
      tokens: {
        access_token: 'access-2',
        token_type: 'bearer',
        expires_in: 86399,
        refresh_token: 'refresh-2',
      },
      keeps: 'refresh-2',
    },
    dead: [invalidGrant],
  },
  {
    // The token response has Google-specific members and other scope names. A refresh returns no refresh token.
    fixture: googleFixture,
    verifiesEmail: true,
    reports: [
      'https://github.com/googleapis/google-api-java-client/issues/828',
      'https://github.com/better-auth/better-auth/pull/10129',
      'https://github.com/better-auth/better-auth/pull/7810',
    ],
    claims: { azp: 'client-id', at_hash: undefined },
    tokens: {
      refresh_token: 'refresh-1',
      expires_in: 3599,
      refresh_token_expires_in: 604799,
      scope:
        'https://www.googleapis.com/auth/userinfo.email openid https://www.googleapis.com/auth/userinfo.profile',
    },
    refresh: {
      request: 'POST https://accounts.google.com/token',
      form: standardRefresh,
      // The response contains no refresh token, and its ID token has no `nonce`.
      tokens: { access_token: 'access-2', token_type: 'Bearer', expires_in: 3599, scope: 'openid' },
      keeps: 'refresh-1',
    },
    dead: [
      {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
      },
      {
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description: 'reauth related error (invalid_rapt)',
          error_subtype: 'invalid_rapt',
        },
      },
    ],
    busy: [{ status: 503, body: '<!DOCTYPE html>' }],
    revocation: 'https://oauth2.googleapis.com/revoke',
    metadata: { revocation_endpoint: 'https://oauth2.googleapis.com/revoke' },
  },
  {
    // Lifetimes are strings, users without a mailbox have no `email`, and errors have additional codes.
    fixture: entraFixture,
    reports: [
      'https://github.com/better-auth/better-auth/pull/10204',
      'https://github.com/supabase/auth/pull/2560',
      'https://github.com/nextauthjs/next-auth/pull/11980',
    ],
    metadata: {
      end_session_endpoint: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/logout`,
      authorization_response_iss_parameter_supported: undefined,
    },
    tokens: { refresh_token: 'refresh-1', expires_in: '3599', ext_expires_in: '3599', not_before: 'x' },
    refresh: {
      request: `POST https://login.microsoftonline.com/${tenant}/v2.0/token`,
      form: standardRefresh,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: '4088',
        ext_expires_in: 4088,
        refresh_token: 'refresh-2',
      },
      keeps: 'refresh-2',
    },
    dead: [
      {
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description: 'AADSTS700082: The refresh token has expired due to inactivity.',
          error_codes: [700082],
          suberror: 'token_expired',
        },
      },
      {
        status: 400,
        body: {
          error: 'interaction_required',
          error_description: 'AADSTS50076: You must use multi-factor authentication.',
          suberror: 'basic_action',
        },
      },
    ],
    busy: [
      {
        status: 400,
        body: {
          error: 'temporarily_unavailable',
          error_description: 'AADSTS90033: A transient error has occurred.',
        },
      },
    ],
    signOut: {
      url: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/logout`,
      params: { client_id: 'client-id', post_logout_redirect_uri: `${BACK}/microsoft-entra-id` },
    },
  },
  {
    // UserInfo booleans are strings. The sign-out URL has non-standard parameters. A refresh returns no refresh token.
    fixture: fixtureOf('cognito'),
    verifiesEmail: true,
    reports: [
      'https://github.com/toeverything/AFFiNE/pull/14609',
      'https://github.com/zitadel/oidc/issues/137',
      'https://github.com/better-auth/better-auth/pull/6929',
    ],
    claims: { email_verified: 'true', 'cognito:username': 'ada', token_use: 'id', origin_jti: 'o-1' },
    metadata: {
      end_session_endpoint: 'https://acme.auth.eu-west-1.amazoncognito.com/logout',
      revocation_endpoint: 'https://acme.auth.eu-west-1.amazoncognito.com/oauth2/revoke',
    },
    tokens: { refresh_token: 'refresh-1', expires_in: 3600, scope: undefined },
    refresh: {
      request: 'POST https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf/token',
      form: standardRefresh,
      tokens: { access_token: 'access-2', token_type: 'Bearer', expires_in: 3600 },
      keeps: 'refresh-1',
    },
    dead: [invalidGrant],
    signOut: {
      url: 'https://acme.auth.eu-west-1.amazoncognito.com/logout',
      params: { client_id: 'client-id', logout_uri: `${BACK}/cognito` },
    },
    revocation: 'https://acme.auth.eu-west-1.amazoncognito.com/oauth2/revoke',
  },
  {
    // Refresh requests send the client id as `client_key`, as code requests do.
    fixture: fixtureOf('tiktok'),
    reports: [
      'https://github.com/better-auth/better-auth/pull/4437',
      'https://github.com/thedevdojo/auth/issues/57',
      'https://github.com/nextauthjs/next-auth/pull/12168',
    ],
    tokens: { refresh_token: 'refresh-1', refresh_expires_in: 31536000, scope: 'user.info.basic,video.list' },
    refresh: {
      request: 'POST https://open.tiktokapis.com/v2/oauth/token/',
      form: { ...standardRefresh, client_key: 'client-id', client_secret: 'client-secret' },
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 86400,
        open_id: 'open-1',
        refresh_token: 'refresh-2',
        refresh_expires_in: 31536000,
        scope: 'user.info.basic,video.list',
      },
      keeps: 'refresh-2',
    },
    dead: [
      {
        body: {
          error: 'invalid_grant',
          error_description: 'Refresh token is invalid or expired.',
          log_id: '2',
        },
      },
    ],
    busy: [
      { status: 503, body: { error: 'unknown' } },
      { status: 429, body: { error: 'rate_limit_exceeded', error_description: 'Slow.', log_id: '3' } },
    ],
  },
  {
    // A refresh is a GET request to another path. Errors have status 200 and WeChat-specific members.
    fixture: fixtureOf('wechat'),
    reports: [
      'https://github.com/nextauthjs/next-auth/pull/10236',
      'https://github.com/better-auth/better-auth/pull/5189',
      'https://github.com/better-auth/better-auth/pull/10003',
    ],
    tokens: { refresh_token: 'refresh-1' },
    refresh: {
      request: 'GET https://api.weixin.qq.com/sns/oauth2/refresh_token',
      form: { ...standardRefresh, appid: 'client-id' },
      tokens: {
        access_token: 'access-2',
        expires_in: 7200,
        refresh_token: 'refresh-1',
        openid: 'openid-1',
        scope: 'snsapi_userinfo',
      },
      keeps: 'refresh-1',
    },
    dead: [
      { body: { errcode: 40030, errmsg: 'invalid refresh_token' } },
      { body: { errcode: 42002, errmsg: 'refresh_token timeout' } },
    ],
    busy: [{ status: 503, body: { error: 'unknown' } }, { body: { errcode: -1, errmsg: 'system error' } }],
  },
  {
    // `expires_in` is a string. A refresh returns no refresh token.
    fixture: fixtureOf('naver'),
    reports: [
      'https://github.com/nextauthjs/next-auth/pull/5915',
      'https://github.com/better-auth/better-auth/pull/3287',
      'https://github.com/nextauthjs/next-auth/pull/4202',
    ],
    tokens: { refresh_token: 'refresh-1', token_type: 'bearer', expires_in: '3600' },
    refresh: {
      request: 'POST https://nid.naver.com/oauth2.0/token',
      form: refreshForm,
      tokens: { access_token: 'access-2', token_type: 'bearer', expires_in: '3600' },
      keeps: 'refresh-1',
    },
    dead: [{ body: { error: 'invalid_request', error_description: 'invalid refresh_token' } }],
  },
  {
    // Tokens do not expire, so `expires_in` is 0. `scope` is `null`.
    fixture: fixtureOf('mailchimp'),
    reports: [
      'https://github.com/requests/requests-oauthlib/issues/509',
      'https://github.com/requests/requests-oauthlib/pull/169',
      'https://github.com/spring-attic/spring-security-oauth/issues/1172',
    ],
    tokens: { expires_in: 0, scope: null },
  },
  {
    // `scope` is an array. Errors have the members `status` and `message`.
    fixture: fixtureOf('twitch'),
    verifiesEmail: true,
    reports: [
      'https://github.com/twitchdev/issues/issues/1042',
      'https://github.com/nextauthjs/next-auth/pull/6365',
      'https://github.com/better-auth/better-auth/pull/3453',
    ],
    tokens: {
      refresh_token: 'refresh-1',
      expires_in: 14124,
      scope: ['openid', 'user:read:email'],
      nonce: 'n',
    },
    refresh: {
      request: 'POST https://id.twitch.tv/oauth2/token',
      form: refreshForm,
      tokens: {
        access_token: 'access-2',
        token_type: 'bearer',
        expires_in: 14346,
        refresh_token: 'refresh-2',
        scope: ['openid', 'user:read:email'],
      },
      keeps: 'refresh-2',
    },
    dead: [
      { status: 400, body: { status: 400, message: 'Invalid refresh token' } },
      { status: 400, body: { status: 400, message: 'Invalid grant' } },
      { status: 401, body: { error: 'Unauthorized', status: 401, message: 'Invalid refresh token' } },
    ],
  },
  {
    // The authorization response has `iss`, `scope` is separated by commas, and errors have status 200.
    fixture: githubFixture,
    verifiesEmail: true,
    reports: [
      'https://github.com/nextauthjs/next-auth/pull/13410',
      'https://github.com/sculptdotfun/viberank/issues/139',
      'https://github.com/better-auth/better-auth/pull/7186',
    ],
    tokens: {
      refresh_token: 'refresh-1',
      expires_in: 28800,
      refresh_token_expires_in: 15811200,
      scope: 'read:user,user:email',
      token_type: 'bearer',
    },
    refresh: {
      request: 'POST https://github.com/login/oauth/access_token',
      form: refreshForm,
      tokens: {
        access_token: 'access-2',
        token_type: 'bearer',
        expires_in: 28800,
        refresh_token: 'refresh-2',
        refresh_token_expires_in: 15811200,
        scope: '',
      },
      keeps: 'refresh-2',
    },
    dead: [
      {
        body: {
          error: 'bad_refresh_token',
          error_description: 'The refresh token passed is incorrect or expired.',
        },
      },
    ],
    busy: [{ status: 503, body: '<!DOCTYPE html><title>Unicorn!</title>' }],
  },
  {
    // Empty claims are `null`, as is `at_hash` after a refresh.
    fixture: fixtureOf('authentik'),
    verifiesEmail: true,
    reports: [
      'https://github.com/goauthentik/authentik/issues/3739',
      'https://github.com/panva/openid-client/pull/532',
      'https://github.com/authlib/authlib/pull/930',
    ],
    claims: { c_hash: null, azp: null, auth_time: null, family_name: '', groups: ['group'] },
    tokens: { refresh_token: 'refresh-1' },
    refresh: {
      request: 'POST https://id.acme.example/application/o/app/token',
      form: standardRefresh,
      tokens: { access_token: 'access-2', token_type: 'Bearer', expires_in: 300, refresh_token: 'refresh-2' },
      idToken: { at_hash: null, c_hash: null, nonce: null, azp: null },
      keeps: 'refresh-2',
    },
    dead: [invalidGrant],
    metadata: {
      token_endpoint: 'https://id.acme.example/application/o/app/token',
      end_session_endpoint: 'https://id.acme.example/application/o/app/end-session/',
    },
    signOut: {
      url: 'https://id.acme.example/application/o/app/end-session/',
      params: { client_id: 'client-id', post_logout_redirect_uri: `${BACK}/authentik` },
    },
  },
  {
    // ID tokens have no `nonce`, a string as a boolean, and an object as `locale`. `scope` is separated by commas.
    // There is no refresh token.
    fixture: fixtureOf('linkedin'),
    verifiesEmail: true,
    reports: [
      'https://github.com/logto-io/logto/issues/6843',
      'https://github.com/authlib/authlib/issues/763',
      'https://github.com/directus/directus/issues/23645',
    ],
    claims: { email_verified: 'true', locale: { country: 'US', language: 'en' } },
    tokens: { expires_in: 5183999, scope: 'email,openid,profile' },
    metadata: { authorization_response_iss_parameter_supported: undefined },
  },
  {
    // Refreshed ID tokens have the `nonce` of the sign-in. The session at the provider may have ended before a refresh.
    fixture: fixtureOf('keycloak'),
    verifiesEmail: true,
    reports: [
      'https://github.com/damienbod/angular-auth-oidc-client/issues/1642',
      'https://github.com/pfzetto/axum-oidc/issues/34',
      'https://github.com/nextauthjs/next-auth/pull/12964',
    ],
    claims: { typ: 'ID', azp: 'client-id', acr: '1', sid: 's', given_name: 'Ada' },
    tokens: {
      refresh_token: 'refresh-1',
      refresh_expires_in: 1800,
      'not-before-policy': 0,
      session_state: 's',
    },
    refresh: {
      request: 'POST https://id.acme.example/realms/main/token',
      form: standardRefresh,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 300,
        refresh_expires_in: 0,
        refresh_token: 'refresh-2',
        'not-before-policy': 0,
        session_state: 's',
      },
      idToken: { typ: 'ID', nonce: 'that-of-the-sign-in', azp: 'client-id' },
      keeps: 'refresh-2',
    },
    dead: [
      { status: 400, body: { error: 'invalid_grant', error_description: 'Session not active' } },
      { status: 400, body: { error: 'invalid_grant', error_description: 'Token is not active' } },
      { status: 400, body: { error: 'invalid_grant', error_description: 'Stale token' } },
    ],
    metadata: { end_session_endpoint: 'https://id.acme.example/realms/main/protocol/openid-connect/logout' },
    signOut: {
      url: 'https://id.acme.example/realms/main/protocol/openid-connect/logout',
      params: { client_id: 'client-id', post_logout_redirect_uri: `${BACK}/keycloak` },
    },
  },
  {
    // Responses have no `expires_in` and have Salesforce-specific members. ID tokens are also sent for OAuth 2.
    fixture: fixtureOf('salesforce'),
    verifiesEmail: true,
    reports: [
      'https://github.com/nextauthjs/next-auth/issues/11917',
      'https://github.com/nextauthjs/next-auth/pull/11918',
      'https://github.com/forcedotcom/mcp-hosted/issues/44',
      'https://github.com/googleworkspace/apps-script-oauth2/issues/10',
      'https://github.com/singer-io/tap-salesforce/issues/223',
      'https://github.com/jsforce/jsforce/issues/1656',
    ],
    tokens: {
      expires_in: undefined,
      refresh_token: 'refresh-1',
      instance_url: 'https://acme.my.salesforce.com',
      id: 'https://login.salesforce.com/id/00Dx/005x',
      issued_at: '1278448384422',
      signature: 'x',
      scope: 'refresh_token openid profile email',
    },
    api: 'https://login.salesforce.com/services/data',
    refresh: {
      request: 'POST https://login.salesforce.com/token',
      form: standardRefresh,
      // With refresh token rotation, each refresh token works once.
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        refresh_token: 'refresh-2',
        instance_url: 'https://acme.my.salesforce.com',
        id: 'https://login.salesforce.com/id/00Dx/005x',
        issued_at: '1278448384423',
        signature: 'y',
        scope: 'refresh_token openid profile email',
      },
      keeps: 'refresh-2',
    },
    dead: [
      { status: 400, body: { error: 'invalid_grant', error_description: 'expired access/refresh token' } },
    ],
  },
  {
    // The `aud` of ID tokens also contains the Zitadel project and its other applications.
    fixture: fixtureOf('zitadel'),
    verifiesEmail: true,
    reports: [
      'https://github.com/warp-tech/warpgate/issues/929',
      'https://github.com/zitadel/zitadel/issues/9200',
      'https://github.com/BookStackApp/BookStack/pull/4147',
    ],
    tokens: { refresh_token: 'refresh-1', expires_in: 43199 },
    refresh: {
      request: 'POST https://acme.zitadel.cloud/token',
      form: standardRefresh,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 43199,
        refresh_token: 'refresh-2',
      },
      idToken: { aud: ['client-id', '246263290592821251@project'], azp: 'client-id' },
      keeps: 'refresh-2',
    },
    dead: [
      {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Errors.User.RefreshToken.Invalid' },
      },
    ],
    metadata: { end_session_endpoint: 'https://acme.zitadel.cloud/oidc/v1/end_session' },
    signOut: {
      url: 'https://acme.zitadel.cloud/oidc/v1/end_session',
      params: { client_id: 'client-id', post_logout_redirect_uri: `${BACK}/zitadel` },
    },
  },
  {
    // `display_name` is empty. A refresh returns no refresh token.
    fixture: fixtureOf('spotify'),
    reports: [
      'https://github.com/fondberg/spotcast/issues/552',
      'https://github.com/kittinan/spotify-github-profile/pull/89',
      'https://github.com/Lioncat6/OSC-Chat-Tools/issues/32',
    ],
    profile: {
      id: 'wizzler',
      display_name: null,
      email: 'wizzler@example.com',
      images: [],
      uri: 'spotify:user:wizzler',
    },
    user: { id: 'wizzler', name: null, email: 'wizzler@example.com', image: null },
    tokens: { refresh_token: 'refresh-1', expires_in: 3600, scope: 'user-read-email' },
    refresh: {
      request: 'POST https://accounts.spotify.com/api/token',
      form: standardRefresh,
      tokens: { access_token: 'access-2', token_type: 'Bearer', expires_in: 3600, scope: 'user-read-email' },
      keeps: 'refresh-1',
    },
    dead: [{ status: 400, body: { error: 'invalid_grant', error_description: 'Refresh token revoked' } }],
  },
  {
    // Errors have other member names. Refresh tokens can be used once.
    fixture: fixtureOf('twitter'),
    verifiesEmail: true,
    reports: [
      'https://github.com/better-auth/better-auth/pull/3652',
      'https://github.com/tweepy/tweepy/issues/2156',
      'https://github.com/nextauthjs/next-auth/pull/11047',
    ],
    tokens: {
      refresh_token: 'refresh-1',
      token_type: 'bearer',
      expires_in: 7200,
      scope: 'users.read offline.access',
    },
    refresh: {
      request: 'POST https://api.x.com/2/oauth2/token',
      form: standardRefresh,
      tokens: {
        access_token: 'access-2',
        token_type: 'bearer',
        expires_in: 7200,
        refresh_token: 'refresh-2',
        scope: '',
      },
      keeps: 'refresh-2',
    },
    dead: [
      {
        status: 400,
        body: { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
      },
    ],
    busy: [{ status: 503, body: { title: 'Service Unavailable', status: 503 } }],
  },
  {
    // ID tokens are signed with the client secret (HMAC). A refresh returns no ID token.
    fixture: fixtureOf('line'),
    verifiesEmail: true,
    reports: [
      'https://github.com/nextauthjs/next-auth/pull/12703',
      'https://github.com/nextauthjs/next-auth/pull/3059',
      'https://github.com/better-auth/better-auth/pull/6631',
      'https://github.com/line/line-sdk-ios-swift/blob/658eab1b933706d0382f42ac49f13b9ec8507604/LineSDK/LineSDKTests/API/PostRefreshTokenRequestTests.swift',
      'https://github.com/line/line-sdk-ios-swift/blob/658eab1b933706d0382f42ac49f13b9ec8507604/LineSDK/LineSDKTests/LineSDKErrorTests.swift',
    ],
    claims: { amr: ['linesso'] },
    tokens: { refresh_token: 'refresh-1', expires_in: 2592000, scope: 'email openid profile' },
    metadata: { authorization_response_iss_parameter_supported: undefined },
    refresh: {
      request: 'POST https://access.line.me/token',
      form: { ...refreshForm, client_secret: '0123456789abcdef0123456789abcdef' },
      // A refresh returns no ID token and the same refresh token.
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 259200,
        refresh_token: 'refresh-1',
        scope: 'profile openid',
      },
      keeps: 'refresh-1',
    },
    dead: [{ status: 400, body: { message: 'The refresh token expired' } }, invalidGrant],
  },
  {
    // If the scope `openid` was granted, the token response contains an ID token in addition to the profile.
    fixture: fixtureOf('discord'),
    verifiesEmail: true,
    reports: [
      'https://github.com/nextauthjs/next-auth/issues/12208',
      'https://github.com/nextauthjs/next-auth/pull/8114',
      'https://github.com/better-auth/better-auth/pull/9331',
      'https://github.com/discord/discord-api-docs/issues/5942',
      'https://github.com/discord/discord-api-docs/issues/1650',
      'https://github.com/member-gentei/member-gentei/issues/18',
    ],
    tokens: {
      refresh_token: 'refresh-1',
      expires_in: 604800,
      scope: 'email identify openid',
      id_token: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2Rpc2NvcmQuY29tIn0.c2ln',
    },
    refresh: {
      request: 'POST https://discord.com/api/oauth2/token',
      form: standardRefresh,
      // Refresh tokens can be used once.
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 604800,
        refresh_token: 'refresh-2',
        scope: 'email identify openid',
      },
      keeps: 'refresh-2',
    },
    dead: [
      invalidGrant,
      {
        status: 400,
        body: { error: 'invalid_request', error_description: 'Invalid "refresh_token" in request.' },
      },
    ],
    refusesCode: [
      { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid "code" in request.' } },
    ],
    revocation: 'https://discord.com/api/oauth2/token/revoke',
  },
  {
    // `email` is empty if the user does not share it. `expires_in` is 0 for tokens that do not expire.
    fixture: fixtureOf('vk'),
    reports: [
      'https://github.com/spring-attic/spring-security-oauth/issues/1172',
      'https://github.com/better-auth/better-auth/pull/5719',
      'https://github.com/nextauthjs/next-auth/pull/9705',
    ],
    tokens: { expires_in: 0, state: 's' },
    profile: { user: { user_id: '1234567', first_name: 'Ada', last_name: '', email: '' } },
    user: { id: '1234567', name: 'Ada', email: null, image: null },
  },
  {
    // A refresh requires the device id of the sign-in.
    fixture: fixtureOf('vk'),
    reports: [
      'https://github.com/VKCOM/vkid-web-sdk/blob/0f4c97f817a8d4d782d0f1e04e68bf5cbd0c0bbe/src/auth/auth.ts',
      'https://github.com/VKCOM/vkid-web-sdk/issues/37',
      'https://www.rubydoc.info/gems/authkeeper/Authkeeper/VkAuthApi/Requests/AccessToken',
      'https://github.com/VKCOM/vkid-android-sdk/blob/547d9e0580e1d6fed4057d28c73f99856b3e94a4/sdk/core/vkid/src/main/java/com/vk/id/internal/api/VKIDApiService.kt',
    ],
    tokens: { refresh_token: 'refresh-1', expires_in: 3600, state: 's' },
    refresh: {
      request: 'POST https://id.vk.com/oauth2/auth',
      form: {
        ...standardRefresh,
        client_id: 'client-id',
        device_id: 'device-1',
        state: expect.stringMatching(/^[\w-]{32,}$/),
      },
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: 'refresh-2',
        user_id: 1234567,
        state: 's',
      },
      keeps: 'refresh-2',
    },
    // According to VK's SDK for Android, errors may also have status 200.
    dead: [
      { body: { error: 'invalid_token', error_description: 'refresh token is expired', state: 's' } },
      { status: 400, body: { error: 'invalid_grant' } },
    ],
    busy: [
      { status: 503, body: { error: 'unknown' } },
      { status: 429, body: { error: 'unknown' } },
      { status: 502, body: '<html><title>502</title></html>' },
    ],
  },
  {
    // If the issuer of a tenant is not configured, it is `acme.com` in the metadata and in ID tokens.
    fixture: fixtureOf('fusionauth'),
    reports: [
      'https://github.com/FusionAuth/fusionauth-issues/issues/3497',
      'https://github.com/FusionAuth/fusionauth-issues/issues/3021',
      'https://github.com/FusionAuth/fusionauth-containers/issues/100',
    ],
    metadata: { issuer: 'acme.com', authorization_response_iss_parameter_supported: undefined },
    claims: { iss: 'acme.com', tid: 'd7d09513-a3f5-401c-9685-34ab6c552453', authenticationType: 'PASSWORD' },
    tokens: { refresh_token: 'refresh-1', expires_in: 3599, userId: 's-1' },
    refresh: {
      request: 'POST https://id.acme.example/token',
      form: standardRefresh,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 3599,
        refresh_token: 'refresh-1',
      },
      idToken: { iss: 'acme.com' },
      keeps: 'refresh-1',
    },
    dead: [{ status: 400, body: { error: 'invalid_grant', error_reason: 'refresh_token_not_found' } }],
  },
  {
    // Invalid refresh tokens are refused with status 403. The sign-out URL has non-standard parameters.
    fixture: fixtureOf('auth0'),
    verifiesEmail: true,
    reports: [
      'https://github.com/auth0/nextjs-auth0/issues/333',
      'https://github.com/auth0/nextjs-auth0/issues/498',
      'https://github.com/auth0/Auth0.swift/issues/819',
    ],
    claims: { sid: 's-1', nickname: 'ada', updated_at: '2026-01-01T00:00:00.000Z' },
    tokens: { refresh_token: 'refresh-1', expires_in: 86400, scope: 'openid profile email offline_access' },
    refresh: {
      // The simulated provider appends its path to the issuer.
      request: 'POST https://acme.eu.auth0.com/token',
      form: standardRefresh,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 86400,
        refresh_token: 'refresh-2',
      },
      keeps: 'refresh-2',
    },
    dead: [
      {
        status: 403,
        body: { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' },
      },
    ],
    signOut: {
      url: 'https://acme.eu.auth0.com/v2/logout',
      params: { client_id: 'client-id', returnTo: `${BACK}/auth0` },
    },
  },
  {
    // `refresh_token` and some workspace members are `null`.
    fixture: fixtureOf('notion'),
    reports: [
      'https://github.com/nextauthjs/next-auth/issues/13109',
      'https://github.com/makenotion/notion-sdk-js/pull/488',
      'https://github.com/better-auth/better-auth/pull/3567',
    ],
    tokens: {
      refresh_token: null,
      workspace_name: 'Ada',
      workspace_icon: null,
      duplicated_template_id: null,
      request_id: 'ae17caab-bad9-424f-98c7-e00daa2a1317',
    },
  },
  {
    // Invalid refresh tokens are refused with status 403 and an error code that refers to the client.
    fixture: fixtureOf('atlassian'),
    reports: [
      'https://github.com/raycast/extensions/issues/11836',
      'https://github.com/ParabolInc/parabol/issues/11849',
      'https://github.com/ParabolInc/parabol/issues/5690',
    ],
    tokens: { refresh_token: 'refresh-1', expires_in: 3600, scope: 'read:me offline_access' },
    refresh: {
      request: 'POST https://auth.atlassian.com/oauth/token',
      form: refreshForm,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: 'refresh-2',
      },
      keeps: 'refresh-2',
    },
    dead: [
      {
        status: 403,
        body: { error: 'unauthorized_client', error_description: 'refresh_token is invalid' },
      },
      {
        status: 403,
        body: { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' },
      },
    ],
  },
  {
    // Errors have the members `status` and `message`. A refresh returns the same refresh token.
    fixture: fixtureOf('hubspot'),
    reports: [
      'https://github.com/airbytehq/airbyte/issues/79592',
      'https://github.com/HGData/mk-node-hubspot/issues/64',
      'https://github.com/HGData/mk-node-hubspot/pull/19',
      'https://github.com/supaglue-labs/supaglue/pull/1935',
    ],
    tokens: { refresh_token: 'refresh-1', expires_in: 1800 },
    refresh: {
      request: 'POST https://api.hubapi.com/oauth/2026-03/token',
      form: refreshForm,
      tokens: {
        access_token: 'access-2',
        token_type: 'bearer',
        expires_in: 1800,
        refresh_token: 'refresh-1',
      },
      keeps: 'refresh-1',
    },
    dead: [
      {
        status: 400,
        body: {
          status: 'BAD_REFRESH_TOKEN',
          message: 'missing or invalid refresh token',
          correlationId: 'c-1',
        },
      },
    ],
  },
  {
    // The token response contains a summary of the athlete without an e-mail address. Errors contain a list of
    // resources.
    fixture: fixtureOf('strava'),
    reports: [
      'https://github.com/dblock/slack-strava/issues/49',
      'https://github.com/slashdotdash/strava/issues/28',
      'https://github.com/beaulebens/keyring/issues/43',
    ],
    tokens: {
      refresh_token: 'refresh-1',
      expires_in: 21600,
      athlete: { id: 1234567890987654, username: null, firstname: 'Marianne', lastname: 'Teutenberg' },
    },
    refresh: {
      request: 'POST https://www.strava.com/api/v3/oauth/token',
      form: refreshForm,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 21600,
        refresh_token: 'refresh-2',
      },
      keeps: 'refresh-2',
    },
    dead: [
      {
        status: 400,
        body: {
          message: 'Bad Request',
          errors: [{ resource: 'RefreshToken', field: 'refresh_token', code: 'invalid' }],
        },
      },
    ],
  },
  {
    // Errors have status 200. The error code for an invalid refresh token is non-standard. A refresh returns no refresh
    // token.
    fixture: fixtureOf('zoho'),
    reports: [
      'https://github.com/schmorrison/Zoho/pull/18',
      'https://github.com/Weble/ZohoBooksApi/issues/84',
      'https://github.com/asciisd/zoho-v3/issues/14',
    ],
    tokens: { refresh_token: 'refresh-1', expires_in: 3600, api_domain: 'https://www.zohoapis.eu' },
    refresh: {
      request: 'POST https://accounts.zoho.eu/oauth/v2/token',
      form: refreshForm,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 3600,
        api_domain: 'https://www.zohoapis.eu',
      },
      keeps: 'refresh-1',
    },
    dead: [{ body: { error: 'invalid_code' } }],
  },
  {
    // Refreshed ID tokens have no `nonce`. A sign-out without the ID token is refused.
    fixture: fixtureOf('okta'),
    verifiesEmail: true,
    reports: [
      'https://github.com/okta/okta-react-native/issues/287',
      'https://github.com/okta/okta-jwt-verifier-golang/issues/43',
      'https://github.com/mogenius/renovate-operator/issues/691',
      'https://github.com/oktadeveloper/okta-blog-archive/pull/1653',
      'https://support.okta.com/help/s/article/refresh-token-expiration-behavior',
    ],
    metadata: {
      end_session_endpoint: 'https://acme.okta.com/oauth2/v1/logout',
      revocation_endpoint: 'https://acme.okta.com/oauth2/v1/revoke',
    },
    claims: { ver: 1, jti: 'ID.1', amr: ['pwd'], idp: '00o1', preferred_username: 'ada@example.com' },
    tokens: { refresh_token: 'refresh-1', expires_in: 3600, scope: 'openid profile email offline_access' },
    refresh: {
      request: 'POST https://acme.okta.com/token',
      form: standardRefresh,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: 'refresh-2',
        scope: 'openid profile email offline_access',
      },
      idToken: { ver: 1, jti: 'ID.2', amr: ['pwd'], idp: '00o1' },
      keeps: 'refresh-2',
    },
    dead: [
      {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'The refresh token is invalid or expired.' },
      },
    ],
    signOut: {
      url: 'https://acme.okta.com/oauth2/v1/logout',
      params: { client_id: 'client-id', post_logout_redirect_uri: `${BACK}/okta` },
      needsIdToken: true,
    },
    revocation: 'https://acme.okta.com/oauth2/v1/revoke',
  },
  {
    // All refused grants have the same description. A refresh replaces both tokens.
    fixture: fixtureOf('gitlab'),
    reports: [
      'https://github.com/Dynatrace/ace-box/issues/580',
      'https://github.com/oidc-wp/openid-connect-generic/issues/109',
      'https://github.com/preset-io/agor/pull/2718',
      'https://github.com/yetone/cumora/pull/87',
      'https://github.com/api-evangelist/gitlab/blob/main/json-schema/gitlab-oauth2-revoke-token-request-schema.json',
    ],
    profile: {
      id: 1,
      username: 'john_smith',
      name: '',
      state: 'active',
      email: 'john@example.com',
      avatar_url: null,
      confirmed_at: null,
    },
    user: { id: '1', name: 'john_smith', email: 'john@example.com', image: null },
    tokens: { refresh_token: 'refresh-1', expires_in: 7200, scope: 'read_user', created_at: 1607635748 },
    refresh: {
      request: 'POST https://git.acme.example/oauth/token',
      form: refreshForm,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 7200,
        refresh_token: 'refresh-2',
        scope: 'read_user',
        created_at: 1607642948,
      },
      keeps: 'refresh-2',
    },
    dead: [doorkeeperRefusal],
    refusesCode: [doorkeeperRefusal],
    revocation: 'https://git.acme.example/oauth/revoke',
  },
  {
    // Errors are objects. There is no refresh token, and `email` is missing if the user does not share it.
    fixture: fixtureOf('facebook'),
    reports: [
      'https://github.com/facebookarchive/php-graph-sdk/issues/538',
      'https://github.com/authlib/authlib/issues/5',
      'https://github.com/nextauthjs/next-auth/issues/7078',
      'https://github.com/SammyK/LaravelFacebookSdk/issues/124',
      'https://github.com/facebook-csharp-sdk/facebook-csharp-sdk/issues/388',
      'https://github.com/caelum/mamute/issues/275',
    ],
    profile: { id: '1234', name: 'Jane', picture: { data: { url: 'https://fbcdn.example/jane.jpg' } } },
    user: { id: '1234', name: 'Jane', email: null, image: 'https://fbcdn.example/jane.jpg' },
    tokens: { token_type: 'bearer', expires_in: 5183944 },
    refusesCode: [
      {
        status: 400,
        body: {
          error: {
            message: 'This authorization code has been used.',
            type: 'OAuthException',
            code: 100,
            fbtrace_id: 'F0nKYHZ5K',
          },
        },
      },
    ],
    refusesClient: [
      {
        status: 400,
        body: {
          error: {
            message: 'Error validating client secret.',
            type: 'OAuthException',
            code: 1,
            fbtrace_id: 'F0nKYHZ5K',
          },
        },
      },
      {
        status: 400,
        body: { error: { message: 'Missing client_id parameter.', type: 'OAuthException', code: 101 } },
      },
    ],
  },
  {
    // Errors have status 200 and Slack-specific codes. A refresh returns no ID token. PKCE must be enabled per app.
    fixture: fixtureOf('slack'),
    verifiesEmail: true,
    reports: [
      'https://github.com/soxtoby/SlackNet/pull/94',
      'https://github.com/slackapi/node-slack-sdk/issues/2038',
      'https://github.com/xorbitsai/xagent/pull/1988',
      'https://github.com/kmrshntr/omniauth-slack/issues/35',
      'https://github.com/panva/oauth4webapi/issues/186',
      'https://docs.slack.dev/reference/methods/oauth.v2.access',
      'https://docs.slack.dev/authentication/using-pkce',
      'https://github.com/paradigmxyz/centaur/pull/1101',
    ],
    metadata: { authorization_response_iss_parameter_supported: undefined },
    claims: {
      'https://slack.com/team_id': 'T012AB3C4',
      'https://slack.com/user_id': 's-1',
      'https://slack.com/team_image_default': true,
      date_email_verified: 1622128723,
      locale: 'en-US',
    },
    tokens: { ok: true, refresh_token: 'refresh-1', expires_in: 43200, state: 's' },
    refresh: {
      request: 'POST https://slack.com/token',
      form: standardRefresh,
      tokens: {
        ok: true,
        access_token: 'access-2',
        token_type: 'Bearer',
        refresh_token: 'refresh-2',
        expires_in: 43200,
      },
      keeps: 'refresh-2',
    },
    dead: [{ body: { ok: false, error: 'invalid_refresh_token' } }],
    busy: [
      { body: { ok: false, error: 'internal_error' } },
      { body: { ok: false, error: 'fatal_error' } },
      { body: { ok: false, error: 'ratelimited' } },
    ],
    refusesCode: [{ body: { ok: false, error: 'invalid_code' } }],
    refusesClient: [
      { body: { ok: false, error: 'bad_client_secret' } },
      { body: { ok: false, error: 'invalid_client_id' } },
    ],
  },
  {
    // Errors have Instagram-specific members. Tokens have no type and no `expires_in`. They are valid for an hour.
    fixture: fixtureOf('instagram'),
    reports: [
      'https://github.com/loicnestler/instagram-basic-display/issues/1',
      'https://github.com/in2code-de/instagram/issues/40',
      'https://github.com/cosenary/Instagram-PHP-API/issues/230',
      'https://github.com/hungdev/react-native-instagram-login/issues/64',
      'https://github.com/atinux/nuxt-auth-utils/pull/298',
      'https://developers.facebook.com/documentation/instagram-platform/reference/access_token',
    ],
    lasts: 3_600,
    tokens: { user_id: 1784140530921184, expires_in: undefined, permissions: ['instagram_business_basic'] },
    refusesCode: [
      {
        status: 400,
        body: { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' },
      },
      {
        status: 400,
        body: {
          error_type: 'OAuthException',
          code: 400,
          error_message:
            'Error validating verification code. Please make sure your redirect_uri is identical',
        },
      },
    ],
    refusesClient: [
      {
        status: 400,
        body: { code: 400, error_type: 'OAuthException', error_message: 'Invalid Client Secret' },
      },
    ],
  },
  {
    // Tokens have no type, no `expires_in` and no refresh token. They are valid for an hour.
    fixture: fixtureOf('threads'),
    reports: [
      'https://github.com/better-auth/better-auth/pull/10439',
      'https://github.com/fbsamples/threads_api/issues/27',
      'https://github.com/fbsamples/threads_api/issues/17',
      'https://github.com/nextauthjs/next-auth/pull/11215',
      'https://developers.facebook.com/docs/threads/get-started/long-lived-tokens/',
    ],
    lasts: 3_600,
    tokens: { user_id: 1784140530921184, expires_in: undefined },
  },
  {
    // A refresh returns no refresh token. If the client is rejected, `error` is a sentence instead of a code.
    fixture: fixtureOf('dropbox'),
    verifiesEmail: true,
    reports: [
      'https://github.com/nextcloud/integration_dropbox/issues/34',
      'https://github.com/boly38/node-mongotools/issues/94',
      'https://github.com/s-aska/dropbox-api-command/issues/41',
      'https://github.com/dropbox/dropbox-sdk-python/pull/544',
      'https://github.com/raster-foundry/raster-foundry/issues/1878',
    ],
    tokens: {
      token_type: 'bearer',
      refresh_token: 'refresh-1',
      expires_in: 14400,
      scope: 'account_info.read',
      uid: '12345',
      account_id: 'dbid:AAH4',
    },
    refresh: {
      request: 'POST https://api.dropboxapi.com/oauth2/token',
      form: standardRefresh,
      tokens: { access_token: 'access-2', token_type: 'bearer', expires_in: 14400 },
      keeps: 'refresh-1',
    },
    dead: [
      {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'refresh token is invalid or revoked' },
      },
      { status: 400, body: { error: 'invalid_grant', error_description: 'refresh token is malformed' } },
    ],
    refusesClient: [
      { status: 400, body: { error: 'invalid_client: Invalid client_id or client_secret' } },
      { status: 400, body: { error: 'invalid_client' } },
    ],
  },
  {
    // Errors have a member `reason`. A profile without a picture has no `pic_url`.
    fixture: fixtureOf('zoom'),
    reports: [
      'https://github.com/raycast/extensions/issues/10896',
      'https://github.com/raycast/extensions/issues/10525',
      'https://github.com/iamfatness/CoreVideo/pull/196',
      'https://github.com/tl-its-umich-edu/remote-office-hours-queue/issues/363',
      'https://github.com/supabase/auth/pull/403',
    ],
    profile: {
      id: 'zJKyaiAyTNC-MWjiWC18KQ',
      first_name: 'Jill',
      last_name: '',
      email: 'jchill@example.com',
      verified: 0,
      login_type: 100,
    },
    user: { id: 'zJKyaiAyTNC-MWjiWC18KQ', name: 'Jill', email: 'jchill@example.com', image: null },
    tokens: {
      token_type: 'bearer',
      refresh_token: 'refresh-1',
      expires_in: 3599,
      scope: 'user:read:user',
    },
    refresh: {
      request: 'POST https://zoom.us/oauth/token',
      form: standardRefresh,
      tokens: {
        access_token: 'access-2',
        token_type: 'bearer',
        refresh_token: 'refresh-2',
        expires_in: 3599,
        scope: 'user:read:user',
      },
      keeps: 'refresh-2',
    },
    dead: [
      { status: 400, body: { reason: 'Invalid Token!', error: 'invalid_grant' } },
      { status: 400, body: { error: 'invalid_grant' } },
    ],
  },
  {
    // Tokens have no type. Refreshes use the token endpoint since May 2025, and return no refresh token.
    fixture: fixtureOf('figma'),
    reports: [
      'https://developers.figma.com/docs/rest-api/changelog/',
      'https://arcticjs.dev/providers/figma',
      'https://github.com/onlook-dev/onlook/pull/3076',
      'https://github.com/GitbookIO/integrations/pull/824',
      'https://github.com/NangoHQ/nango/issues/7420',
      'https://github.com/arunmaroon/avinci-fiki/blob/main/FIGMA_OAUTH_FIX.md',
    ],
    tokens: {
      token_type: undefined,
      refresh_token: 'refresh-1',
      expires_in: 7776000,
      user_id: 7,
      user_id_string: '7',
    },
    refresh: {
      request: 'POST https://api.figma.com/v1/oauth/token',
      form: standardRefresh,
      tokens: { access_token: 'access-2', expires_in: 7776000 },
      keeps: 'refresh-1',
    },
    // The format of other Figma errors. The real message for an invalid refresh token is not public.
    dead: [{ status: 400, body: { error: true, status: 400, message: 'Bad Request', i18n: null } }],
    busy: [{ status: 429, body: { error: true, status: 429, message: 'Rate limit exceeded', i18n: null } }],
    refusesCode: [
      {
        status: 404,
        body: {
          error: true,
          status: 404,
          message: 'Please make requests to api.figma.com/v1/oauth/...',
          i18n: 'error.not_found',
        },
      },
    ],
  },
  {
    // Errors also have a Kakao-specific code. Profile members that the user does not share are missing.
    fixture: fixtureOf('kakao'),
    reports: [
      'https://github.com/kakao/kakao_flutter_sdk/issues/117',
      'https://github.com/TASK-FORCE/mannalga-api/issues/345',
      'https://github.com/jjik-muk/sikdorak/pull/91',
      'https://github.com/crossplatformkorea/react-native-kakao-login/issues/140',
    ],
    profile: {
      id: 123456789,
      connected_at: '2022-08-22T00:00:00Z',
      kakao_account: { profile_needs_agreement: true, has_email: true, email_needs_agreement: true },
    },
    user: { id: '123456789', name: null, email: null, image: null },
    tokens: {
      token_type: 'bearer',
      refresh_token: 'refresh-1',
      expires_in: 21599,
      refresh_token_expires_in: 5183999,
      scope: 'account_email profile_nickname',
    },
    refresh: {
      request: 'POST https://kauth.kakao.com/oauth/token',
      form: refreshForm,
      tokens: { access_token: 'access-2', token_type: 'bearer', expires_in: 21599 },
      keeps: 'refresh-1',
    },
    dead: [
      {
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description: 'expired_or_invalid_refresh_token',
          error_code: 'KOE322',
        },
      },
    ],
  },
  {
    // A used code is refused with status 200. Other errors are numbers. In 2021, Reddit replaced refresh tokens for
    // some weeks.
    fixture: fixtureOf('reddit'),
    reports: [
      'https://github.com/praw-dev/praw/issues/677',
      'https://github.com/praw-dev/prawcore/pull/115',
      'https://github.com/praw-dev/praw/pull/1767',
      'https://github.com/elebumm/RedditVideoMakerBot/issues/72',
      'https://github.com/rtheunissen/oauth2-reddit/issues/6',
    ],
    tokens: { token_type: 'bearer', refresh_token: 'refresh-1', expires_in: 86400, scope: 'identity' },
    refresh: {
      request: 'POST https://www.reddit.com/api/v1/access_token',
      form: standardRefresh,
      tokens: {
        access_token: 'access-2',
        token_type: 'bearer',
        expires_in: 86400,
        refresh_token: 'refresh-2',
        scope: 'identity',
      },
      keeps: 'refresh-2',
    },
    dead: [{ status: 400, body: { message: 'Bad Request', error: 400 } }],
    refusesCode: [{ body: { error: 'invalid_grant' } }],
    refusesClient: [{ status: 401, body: { message: 'Unauthorized', error: 401 } }],
    revocation: 'https://www.reddit.com/api/v1/revoke_token',
  },
  {
    // The issuer of ID tokens is the tenant, and they contain several e-mail addresses. A tenant can require the ID
    // token at a sign-out.
    fixture: b2cFixture,
    reports: [
      'https://github.com/nextauthjs/next-auth/issues/3067',
      'https://github.com/panva/openid-client/issues/717',
      'https://github.com/AzureAD/microsoft-authentication-library-for-android/issues/1004',
      'https://github.com/Azure-Samples/active-directory-b2c-dotnetcore-webapp/issues/36',
      'https://github.com/Azure-Samples/active-directory-b2c-custom-policy-starterpack/issues/138',
      'https://github.com/MicrosoftDocs/azure-docs/issues/34435',
      'https://github.com/python-social-auth/social-core/issues/814',
    ],
    metadata: {
      issuer: b2cIssuer,
      end_session_endpoint: `${b2cTenant}/oauth2/v2.0/logout`,
      authorization_response_iss_parameter_supported: undefined,
    },
    claims: { iss: b2cIssuer, ver: '1.0', tfp: 'B2C_1_signin', oid: 's-1' },
    tokens: {
      refresh_token: 'refresh-1',
      expires_in: 3600,
      not_before: 1635588491,
      id_token_expires_in: 3600,
      refresh_token_expires_in: 1209600,
      profile_info: 'eyJ2ZXIiOiIxLjAifQ',
      scope: 'client-id offline_access openid',
    },
    refresh: {
      request: `POST ${b2cTenant}/v2.0/token`,
      form: refreshForm,
      tokens: {
        access_token: 'access-2',
        token_type: 'Bearer',
        expires_in: 3600,
        not_before: 1729706541,
        refresh_token: 'refresh-2',
        refresh_token_expires_in: 7776000,
      },
      idToken: { iss: b2cIssuer, tfp: 'B2C_1_signin' },
      keeps: 'refresh-2',
    },
    dead: [
      {
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description:
            'AADB2C90080: The provided grant has expired. Please re-authenticate and try again.',
        },
      },
      {
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description:
            'AADB2C90129: The provided grant has been revoked. Please reauthenticate and try again.',
        },
      },
      {
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description:
            'AADB2C90085: The service has encountered an internal error. Please reauthenticate and try again.',
        },
      },
    ],
    signOut: {
      url: `${b2cTenant}/oauth2/v2.0/logout`,
      params: { client_id: 'client-id', post_logout_redirect_uri: `${BACK}/azure-ad-b2c` },
      needsIdToken: true,
    },
  },
  {
    // Booleans are strings. A refresh returns no refresh token. A rejected client gets status 400.
    fixture: appleFixture,
    verifiesEmail: true,
    reports: [
      'https://github.com/a-tokyo/apple-signin-auth/pull/79',
      'https://github.com/a-tokyo/apple-signin-auth/issues/92',
      'https://github.com/a-tokyo/apple-signin-auth/issues/132',
      'https://github.com/klausbetz/apple-identity-provider-keycloak/issues/50',
      'https://github.com/mikebronner/laravel-sign-in-with-apple/issues/9',
      'https://github.com/nov/apple_id/issues/17',
    ],
    metadata: {
      revocation_endpoint: 'https://appleid.apple.com/auth/revoke',
      authorization_response_iss_parameter_supported: undefined,
    },
    claims: { email_verified: 'true', is_private_email: 'true', nonce_supported: true },
    tokens: { refresh_token: 'refresh-1', expires_in: 3600 },
    refresh: {
      request: 'POST https://appleid.apple.com/token',
      form: refreshForm,
      tokens: { access_token: 'access-2', token_type: 'Bearer', expires_in: 3600 },
      idToken: { email: 'x@privaterelay.appleid.com', email_verified: 'true', is_private_email: 'true' },
      keeps: 'refresh-1',
    },
    dead: [invalidGrant],
    refusesCode: [
      {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'The code has expired or has been revoked.' },
      },
    ],
    refusesClient: [{ status: 400, body: { error: 'invalid_client' } }],
    revocation: 'https://appleid.apple.com/auth/revoke',
  },
]
