import { boxyhqSaml } from '../../../src/providers/boxyhq-saml.js'
import { foursquare } from '../../../src/providers/foursquare.js'
import { instagram } from '../../../src/providers/instagram.js'
import { mastodon } from '../../../src/providers/mastodon.js'
import { mattermost } from '../../../src/providers/mattermost.js'
import { netsuite } from '../../../src/providers/netsuite.js'
import { nextcloud } from '../../../src/providers/nextcloud.js'
import { osso } from '../../../src/providers/osso.js'
import { tiktok } from '../../../src/providers/tiktok.js'
import { vk } from '../../../src/providers/vk.js'
import { wechat } from '../../../src/providers/wechat.js'
import type { OAuthFixture } from './fixture.js'

const client = { clientId: 'client-id', clientSecret: 'client-secret' }

const restlet = 'https://1234567-sb1.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1'
const wechatUser = {
  openid: 'openid-1',
  unionid: 'unionid-1',
  nickname: 'Ada',
  headimgurl: 'https://thirdwx.qlogo.cn/a/132',
  privilege: [],
}

/** Providers with a different URL for each installation, and providers that do not follow the standard. */
export const ownWaysFixtures: readonly OAuthFixture[] = [
  {
    provider: mastodon({ ...client, issuer: 'https://social.example/' }),
    authorization: 'https://social.example/oauth/authorize',
    params: { scope: 'read:accounts' },
    token: 'https://social.example/oauth/token',
    authenticatesBy: 'post',
    callback: { iss: 'https://social.example' },
    profile: {},
    userinfo: {
      'GET https://social.example/api/v1/accounts/verify_credentials': {
        id: '14715',
        username: 'ada',
        acct: 'ada',
        display_name: '',
        avatar: 'https://files.example/a.gif',
        avatar_static: 'https://files.example/a.png',
      },
    },
    user: { id: '14715', name: 'ada', email: null, image: 'https://files.example/a.png' },
  },
  {
    provider: mattermost({ ...client, issuer: 'https://chat.example' }),
    authorization: 'https://chat.example/oauth/authorize',
    params: {},
    token: 'https://chat.example/oauth/access_token',
    authenticatesBy: 'post',
    profile: {},
    userinfo: {
      'GET https://chat.example/api/v4/users/me': {
        id: 'kx1',
        username: 'ada',
        first_name: 'Ada',
        last_name: 'Lovelace',
        nickname: '',
        email: 'ada@chat.example',
        email_verified: true,
      },
    },
    // Mattermost leaves out `false`: `EmailVerified` in server/public/model/user.go.
    unverified: { id: 'kx1', username: 'ada', email: 'ada@chat.example' },
    user: { id: 'kx1', name: 'Ada Lovelace', email: 'ada@chat.example', image: null },
  },
  {
    provider: nextcloud({ ...client, issuer: 'https://cloud.example/' }),
    authorization: 'https://cloud.example/apps/oauth2/authorize',
    params: {},
    token: 'https://cloud.example/apps/oauth2/api/v1/token',
    authenticatesBy: 'basic',
    tokens: { user_id: 'ada l' },
    profile: {},
    userinfo: {
      'GET https://cloud.example/ocs/v2.php/cloud/user?format=json': {
        ocs: {
          meta: { status: 'ok', statuscode: 200 },
          data: { id: 'ada l', 'display-name': 'Ada', email: 'ada@cloud.example' },
        },
      },
    },
    unverified: { ocs: { data: { id: 'ada l', displayname: 'Ada', email: null } } },
    user: {
      id: 'ada l',
      name: 'Ada',
      email: 'ada@cloud.example',
      image: 'https://cloud.example/avatar/ada%20l/512',
    },
  },
  {
    provider: boxyhqSaml({ ...client, issuer: 'https://sso.example' }),
    authorization: 'https://sso.example/api/oauth/authorize',
    params: { provider: 'saml' },
    token: 'https://sso.example/api/oauth/token',
    authenticatesBy: 'post',
    profile: {},
    userinfo: {
      'GET https://sso.example/api/oauth/userinfo': {
        id: 'd5/2',
        email: 'ada@acme.example',
        firstName: 'Ada',
        lastName: 'Lovelace',
        requested: { tenant: 'acme', product: 'app' },
      },
    },
    user: { id: 'acme/app/d5%2F2', name: 'Ada Lovelace', email: 'ada@acme.example', image: null },
  },
  {
    provider: osso({ ...client, issuer: 'https://osso.example/' }),
    authorization: 'https://osso.example/oauth/authorize',
    params: { scope: 'openid profile email' },
    token: 'https://osso.example/oauth/token',
    authenticatesBy: 'post',
    profile: {},
    userinfo: {
      'GET https://osso.example/oauth/me': { id: 'f1', email: 'ada@acme.example', idp: 'Okta' },
    },
    user: { id: 'f1', name: null, email: 'ada@acme.example', image: null },
  },
  {
    provider: netsuite({ ...client, accountId: '1234567_SB1', userinfo: restlet }),
    authorization: 'https://1234567-sb1.app.netsuite.com/app/login/oauth2/authorize.nl',
    params: { scope: 'restlets rest_webservices' },
    token: 'https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token',
    authenticatesBy: 'basic',
    profile: {},
    userinfo: { [`GET ${restlet}`]: { id: 17, name: 'Ada Lovelace', email: 'ada@acme.example', role: 3 } },
    unverified: { id: 17, name: 'Ada Lovelace', email: null },
    user: { id: '17', name: 'Ada Lovelace', email: 'ada@acme.example', image: null },
  },
  {
    provider: foursquare(client),
    authorization: 'https://foursquare.com/oauth2/authenticate',
    params: {},
    token: 'https://foursquare.com/oauth2/access_token',
    authenticatesBy: 'post',
    tokens: { token_type: undefined },
    authorizationHeader: '',
    profile: {},
    userinfo: {
      'GET https://api.foursquare.com/v2/users/self?v=20250101&oauth_token=access-token': {
        meta: { code: 200 },
        response: {
          user: {
            id: '33',
            firstName: 'Ada',
            photo: { prefix: 'https://img.example/user/', suffix: '/a.jpg' },
            contact: { email: 'ada@example.com' },
          },
        },
      },
    },
    unverified: { response: { user: { id: '33', firstName: 'Ada' } } },
    user: {
      id: '33',
      name: 'Ada',
      email: 'ada@example.com',
      image: 'https://img.example/user/original/a.jpg',
    },
  },
  ...[false, true].map(
    (isList): OAuthFixture => ({
      provider: instagram(client),
      authorization: 'https://www.instagram.com/oauth/authorize',
      params: { scope: 'instagram_business_basic' },
      token: 'https://api.instagram.com/oauth/access_token',
      authenticatesBy: 'post',
      tokens: {
        token_type: undefined,
        ...(isList && { access_token: undefined, data: [{ access_token: 'access-token', user_id: '178' }] }),
      },
      profile: {},
      userinfo: {
        'GET https://graph.instagram.com/me?fields=user_id,username,name,profile_picture_url': isList
          ? { data: [{ user_id: '178', username: 'ada' }] }
          : { user_id: '178', id: '9', username: 'ada' },
      },
      user: { id: '178', name: 'ada', email: null, image: null },
    }),
  ),
  {
    provider: tiktok(client),
    authorization: 'https://www.tiktok.com/v2/auth/authorize/',
    params: { client_key: 'client-id', scope: 'user.info.basic' },
    token: 'https://open.tiktokapis.com/v2/oauth/token/',
    authenticatesBy: 'post',
    readTokenRequest: (_, form) => {
      const standard = new URLSearchParams(form)
      standard.delete('client_key')
      standard.set('client_id', form.get('client_key') ?? '')
      return standard
    },
    refusal: {
      error: 'invalid_client',
      error_description: 'Client key or secret is incorrect.',
      log_id: '1',
    },
    tokens: { open_id: 'open-1', scope: 'user.info.basic', expires_in: 86400 },
    profile: {},
    userinfo: {
      'GET https://open.tiktokapis.com/v2/user/info/?fields=open_id%2Cunion_id%2Cavatar_url%2Cdisplay_name': {
        data: { user: { open_id: 'open-1', display_name: 'Ada', avatar_url: 'https://p.example/a.jpg' } },
        error: { code: 'ok', message: '', log_id: '2' },
      },
    },
    user: { id: 'open-1', name: 'Ada', email: null, image: 'https://p.example/a.jpg' },
  },
  {
    provider: vk(client),
    authorization: 'https://id.vk.com/authorize',
    params: { scope: 'vkid.personal_info email' },
    token: 'https://id.vk.com/oauth2/auth',
    authenticatesBy: 'none',
    callback: { device_id: 'device-1' },
    readTokenRequest: (_, form) => {
      if (form.get('device_id') !== 'device-1' || !form.get('state'))
        throw new Error('The device is missing.')
      return form
    },
    tokens: { user_id: 1234567 },
    authorizationHeader: '',
    profile: {},
    userinfo: {
      'POST https://id.vk.com/oauth2/user_info': {
        user: {
          user_id: '1234567',
          first_name: 'Ada',
          last_name: 'Lovelace',
          avatar: 'https://pp.example/a.png',
          email: 'ada@example.com',
        },
      },
    },
    unverified: { user: { user_id: '1234567', first_name: 'Ada', last_name: '', email: '' } },
    user: {
      id: '1234567',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://pp.example/a.png',
    },
  },
  ...(['OfficialAccount', 'WebsiteApp'] as const).map(
    (platformType): OAuthFixture => ({
      provider: wechat({ ...client, platformType }),
      authorization:
        platformType === 'WebsiteApp'
          ? 'https://open.weixin.qq.com/connect/qrconnect'
          : 'https://open.weixin.qq.com/connect/oauth2/authorize',
      params: {
        appid: 'client-id',
        scope: platformType === 'WebsiteApp' ? 'snsapi_login' : 'snsapi_userinfo',
      },
      token: 'https://api.weixin.qq.com/sns/oauth2/access_token',
      authenticatesBy: 'post',
      // The token requests of WeChat have no `redirect_uri`.
      readTokenRequest: ({ searchParams }) =>
        new URLSearchParams({
          client_id: searchParams.get('appid') ?? '',
          client_secret: searchParams.get('secret') ?? '',
          code: searchParams.get('code') ?? '',
          grant_type: searchParams.get('grant_type') ?? '',
          redirect_uri: 'https://app.test/auth/callback/wechat',
        }),
      refusal: { errcode: 40125, errmsg: 'invalid appsecret' },
      tokens: { token_type: undefined, expires_in: 7200, openid: 'openid-1', unionid: 'unionid-1' },
      authorizationHeader: '',
      profile: {},
      userinfo: {
        'GET https://api.weixin.qq.com/sns/userinfo?access_token=access-token&openid=openid-1&lang=zh_CN':
          wechatUser,
      },
      user: { id: 'unionid-1', name: 'Ada', email: null, image: 'https://thirdwx.qlogo.cn/a/132' },
    }),
  ),
]
