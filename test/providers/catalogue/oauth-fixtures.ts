import { fortyTwo } from '../../../src/providers/42-school.js'
import { atlassian } from '../../../src/providers/atlassian.js'
import { bitbucket } from '../../../src/providers/bitbucket.js'
import { box } from '../../../src/providers/box.js'
import { bungie } from '../../../src/providers/bungie.js'
import { clickUp } from '../../../src/providers/click-up.js'
import { coinbase } from '../../../src/providers/coinbase.js'
import { concept2 } from '../../../src/providers/concept2.js'
import { discord } from '../../../src/providers/discord.js'
import { dribbble } from '../../../src/providers/dribbble.js'
import { dropbox } from '../../../src/providers/dropbox.js'
import { eventbrite } from '../../../src/providers/eventbrite.js'
import { eveonline } from '../../../src/providers/eveonline.js'
import { facebook } from '../../../src/providers/facebook.js'
import { faceit } from '../../../src/providers/faceit.js'
import { figma } from '../../../src/providers/figma.js'
import { freshbooks } from '../../../src/providers/freshbooks.js'
import { gitlab } from '../../../src/providers/gitlab.js'
import { hubspot } from '../../../src/providers/hubspot.js'
import { kakao } from '../../../src/providers/kakao.js'
import { mailchimp } from '../../../src/providers/mailchimp.js'
import { mailru } from '../../../src/providers/mailru.js'
import { naver } from '../../../src/providers/naver.js'
import { netlify } from '../../../src/providers/netlify.js'
import { notion } from '../../../src/providers/notion.js'
import { osu } from '../../../src/providers/osu.js'
import { patreon } from '../../../src/providers/patreon.js'
import { pinterest } from '../../../src/providers/pinterest.js'
import { pipedrive } from '../../../src/providers/pipedrive.js'
import { reddit } from '../../../src/providers/reddit.js'
import { spotify } from '../../../src/providers/spotify.js'
import { strava } from '../../../src/providers/strava.js'
import { threads } from '../../../src/providers/threads.js'
import { todoist } from '../../../src/providers/todoist.js'
import { trakt } from '../../../src/providers/trakt.js'
import { twitter } from '../../../src/providers/twitter.js'
import { webex } from '../../../src/providers/webex.js'
import { wikimedia } from '../../../src/providers/wikimedia.js'
import { wordpress } from '../../../src/providers/wordpress.js'
import { workos } from '../../../src/providers/workos.js'
import { yandex } from '../../../src/providers/yandex.js'
import { zoho } from '../../../src/providers/zoho.js'
import { zoom } from '../../../src/providers/zoom.js'
import type { OAuthFixture } from './fixture.js'

/** The client that is registered at each provider. */
const client = { clientId: 'client-id', clientSecret: 'client-secret' }

/** A fixture whose profile is the response to one GET request. */
function fixture(
  userinfo: string,
  parts: Omit<OAuthFixture, 'userinfo'> & Partial<Pick<OAuthFixture, 'userinfo'>>,
): OAuthFixture {
  return { userinfo: { [`GET ${userinfo}`]: parts.profile }, ...parts }
}

const bill = { id: 2192788, first_name: 'BillSpring', last_name: 'Jones', email: 'bill@example.com' }

const hubspotProfile = {
  active: true,
  client_id: 'client-id',
  token_use: 'access_token',
  user: 'test@example.com',
  user_id: 293199,
  hub_id: 62515,
  hub_domain: 'demo.hubapi.com',
  app_id: 456,
  scopes: ['oauth'],
}

/** OAuth 2 providers, each with responses from its documentation and the resulting user. */
export const oauthFixtures: readonly OAuthFixture[] = [
  fixture('https://api.intra.42.fr/v2/me', {
    provider: fortyTwo(client),
    authorization: 'https://api.intra.42.fr/oauth/authorize',
    params: { scope: 'public' },
    token: 'https://api.intra.42.fr/oauth/token',
    authenticatesBy: 'basic',
    profile: {
      id: 2,
      login: 'andre',
      email: 'andre@42.fr',
      displayname: 'André Aubin',
      usual_full_name: 'Juliette Aubin',
      image: { link: 'https://cdn.intra.42.fr/users/andre.jpg', versions: {} },
    },
    user: {
      id: '2',
      name: 'Juliette Aubin',
      email: 'andre@42.fr',
      image: 'https://cdn.intra.42.fr/users/andre.jpg',
    },
  }),
  fixture('https://api.atlassian.com/me', {
    provider: atlassian(client),
    authorization: 'https://auth.atlassian.com/authorize',
    params: { scope: 'read:me', audience: 'api.atlassian.com' },
    token: 'https://auth.atlassian.com/oauth/token',
    authenticatesBy: 'post',
    profile: {
      account_type: 'atlassian',
      account_id: '112233aa-bb11-cc22-33dd-445566abcabc',
      email: 'mia@example.com',
      name: 'Mia Krystof',
      picture: 'https://avatar.example/mia',
      account_status: 'active',
      nickname: 'mkrystof',
    },
    user: {
      id: '112233aa-bb11-cc22-33dd-445566abcabc',
      name: 'Mia Krystof',
      email: 'mia@example.com',
      image: 'https://avatar.example/mia',
    },
    unverified: {
      account_type: 'atlassian',
      account_id: '112233aa',
      email: null,
      name: 'Mia Krystof',
      picture: 'https://avatar.example/mia',
    },
  }),
  fixture('https://api.bitbucket.org/2.0/user', {
    provider: bitbucket(client),
    authorization: 'https://bitbucket.org/site/oauth2/authorize',
    params: { scope: 'account email' },
    token: 'https://bitbucket.org/site/oauth2/access_token',
    authenticatesBy: 'basic',
    profile: {
      type: 'user',
      account_id: '557058:c0b72ad0',
      uuid: '{a54f16da}',
      nickname: 'evzijst',
      display_name: 'Erik',
      links: { avatar: { href: 'https://bitbucket.example/avatar/32/' } },
      email: 'erik@example.com',
    },
    userinfo: {
      'GET https://api.bitbucket.org/2.0/user': {
        type: 'user',
        account_id: '557058:c0b72ad0',
        uuid: '{a54f16da}',
        nickname: 'evzijst',
        display_name: 'Erik',
        links: { avatar: { href: 'https://bitbucket.example/avatar/32/' } },
      },
      'GET https://api.bitbucket.org/2.0/user/emails?pagelen=100': {
        values: [
          { type: 'email', email: 'old@example.com', is_primary: false, is_confirmed: true },
          { type: 'email', email: 'erik@example.com', is_primary: true, is_confirmed: true },
        ],
      },
    },
    unverifiedProfile: { account_id: '557058:c0b72ad0', display_name: 'Erik', links: {}, email: null },
    user: {
      id: '557058:c0b72ad0',
      name: 'Erik',
      email: 'erik@example.com',
      image: 'https://bitbucket.example/avatar/32/',
    },
  }),
  fixture('https://api.box.com/2.0/users/me', {
    provider: box(client),
    authorization: 'https://account.box.com/api/oauth2/authorize',
    params: {},
    token: 'https://api.box.com/oauth2/token',
    authenticatesBy: 'post',
    profile: {
      type: 'user',
      id: '11446498',
      name: 'Aaron Levie',
      login: 'ceo@example.com',
      avatar_url: 'https://www.box.com/api/avatar/large/181216415',
      status: 'active',
    },
    user: {
      id: '11446498',
      name: 'Aaron Levie',
      email: 'ceo@example.com',
      image: 'https://www.box.com/api/avatar/large/181216415',
    },
  }),
  fixture('https://api.clickup.com/api/v2/user', {
    provider: clickUp(client),
    authorization: 'https://app.clickup.com/api',
    params: {},
    token: 'https://api.clickup.com/api/v2/oauth/token',
    authenticatesBy: 'post',
    profile: {
      user: {
        id: 123,
        username: 'John Doe',
        email: 'john@example.com',
        color: '#000000',
        profilePicture: 'https://clickup.example/avatar.jpg',
      },
    },
    user: {
      id: '123',
      name: 'John Doe',
      email: 'john@example.com',
      image: 'https://clickup.example/avatar.jpg',
    },
  }),
  fixture('https://api.coinbase.com/v2/user', {
    provider: coinbase(client),
    authorization: 'https://login.coinbase.com/oauth2/auth',
    params: { scope: 'wallet:user:email wallet:user:read' },
    token: 'https://login.coinbase.com/oauth2/token',
    authenticatesBy: 'basic',
    profile: {
      data: {
        id: '9da7a204-544e-5fd1-9a12-61176c5d4cd8',
        name: 'User One',
        username: null,
        email: 'user1@example.com',
        avatar_url: 'https://images.coinbase.example/avatar',
        resource: 'user',
      },
    },
    user: {
      id: '9da7a204-544e-5fd1-9a12-61176c5d4cd8',
      name: 'User One',
      email: 'user1@example.com',
      image: 'https://images.coinbase.example/avatar',
    },
    unverified: {
      data: { id: '9da7', name: null, avatar_url: 'https://images.coinbase.example/a', resource: 'user' },
    },
  }),
  fixture('https://discord.com/api/users/@me', {
    provider: discord(client),
    authorization: 'https://discord.com/oauth2/authorize',
    params: { scope: 'identify email' },
    token: 'https://discord.com/api/oauth2/token',
    authenticatesBy: 'basic',
    profile: {
      id: '80351110224678912',
      username: 'nelly',
      discriminator: '0',
      global_name: 'Nelly',
      avatar: 'a_8342729096ea3675442027381ff50dfe',
      verified: true,
      email: 'nelly@example.com',
    },
    user: {
      id: '80351110224678912',
      name: 'Nelly',
      email: 'nelly@example.com',
      image: 'https://cdn.discordapp.com/avatars/80351110224678912/a_8342729096ea3675442027381ff50dfe.gif',
    },
    unverified: {
      id: '80351110224678912',
      username: 'nelly',
      discriminator: '0',
      global_name: null,
      avatar: null,
      verified: false,
      email: 'nelly@example.com',
    },
  }),
  fixture('https://api.dribbble.com/v2/user', {
    provider: dribbble(client),
    authorization: 'https://dribbble.com/oauth/authorize',
    params: { scope: 'public' },
    token: 'https://dribbble.com/oauth/token',
    authenticatesBy: 'post',
    profile: {
      id: 1,
      name: 'Dan Cederholm',
      login: 'simplebits',
      html_url: 'https://dribbble.com/simplebits',
      avatar_url: 'https://dribbble.example/avatar.jpg',
    },
    user: { id: '1', name: 'Dan Cederholm', email: null, image: 'https://dribbble.example/avatar.jpg' },
  }),
  fixture('', {
    provider: dropbox(client),
    authorization: 'https://www.dropbox.com/oauth2/authorize',
    params: { scope: 'account_info.read', token_access_type: 'offline' },
    token: 'https://api.dropboxapi.com/oauth2/token',
    authenticatesBy: 'basic',
    profile: {
      account_id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
      name: { display_name: 'Franz Ferdinand (Personal)', given_name: 'Franz', surname: 'Ferdinand' },
      email: 'franz@example.com',
      email_verified: true,
      profile_photo_url: 'https://dl-web.dropbox.example/photo',
    },
    userinfo: {
      'POST https://api.dropboxapi.com/2/users/get_current_account': {
        account_id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
        name: { display_name: 'Franz Ferdinand (Personal)', given_name: 'Franz', surname: 'Ferdinand' },
        email: 'franz@example.com',
        email_verified: true,
        profile_photo_url: 'https://dl-web.dropbox.example/photo',
      },
    },
    user: {
      id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
      name: 'Franz Ferdinand (Personal)',
      email: 'franz@example.com',
      image: 'https://dl-web.dropbox.example/photo',
    },
    unverified: {
      account_id: 'dbid:AAH4',
      name: { display_name: 'Franz' },
      email: 'franz@example.com',
      email_verified: false,
    },
  }),
  fixture('https://www.eventbriteapi.com/v3/users/me/', {
    provider: eventbrite(client),
    authorization: 'https://www.eventbrite.com/oauth/authorize',
    params: {},
    token: 'https://www.eventbrite.com/oauth/token',
    authenticatesBy: 'post',
    profile: {
      id: '12345',
      name: 'John Smith',
      first_name: 'John',
      last_name: 'Smith',
      emails: [
        { email: 'second@example.com', verified: true, primary: false },
        { email: 'john@example.com', verified: true, primary: true },
      ],
      image_id: '99',
    },
    user: {
      id: '12345',
      name: 'John Smith',
      email: 'john@example.com',
      image: 'https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F99%2F1%2Foriginal.jpg',
    },
    unverified: {
      id: '12345',
      name: 'John Smith',
      first_name: 'John',
      last_name: 'Smith',
      emails: [{ email: 'john@example.com', verified: false, primary: true }],
      image_id: null,
    },
  }),
  fixture('https://graph.facebook.com/v24.0/me?fields=id%2Cname%2Cemail%2Cpicture', {
    provider: facebook(client),
    authorization: 'https://www.facebook.com/v24.0/dialog/oauth',
    params: { scope: 'public_profile email' },
    token: 'https://graph.facebook.com/v24.0/oauth/access_token',
    authenticatesBy: 'post',
    profile: {
      id: '1234',
      name: 'Jane',
      email: 'jane@example.com',
      picture: {
        data: { url: 'https://fbcdn.example/jane.jpg', height: 50, width: 50, is_silhouette: false },
      },
    },
    user: { id: '1234', name: 'Jane', email: 'jane@example.com', image: 'https://fbcdn.example/jane.jpg' },
    unverified: { id: '1234', name: 'Jane' },
  }),
  fixture('https://api.faceit.com/auth/v1/resources/userinfo', {
    provider: faceit(client),
    authorization: 'https://accounts.faceit.com/accounts',
    params: { scope: 'openid profile email', redirect_popup: 'true' },
    token: 'https://api.faceit.com/auth/v1/oauth/token',
    authenticatesBy: 'basic',
    profile: {
      guid: 'aaaa-bbbb',
      nickname: 'ada',
      given_name: 'Ada',
      family_name: 'Lovelace',
      email: 'ada@example.com',
      picture: 'https://faceit.example/ada.jpg',
    },
    user: {
      id: 'aaaa-bbbb',
      name: 'ada',
      email: 'ada@example.com',
      image: 'https://faceit.example/ada.jpg',
    },
    unverified: { guid: 'aaaa-bbbb', nickname: 'ada', picture: '' },
  }),
  fixture('https://api.figma.com/v1/me', {
    provider: figma(client),
    authorization: 'https://www.figma.com/oauth',
    params: { scope: 'current_user:read' },
    token: 'https://api.figma.com/v1/oauth/token',
    authenticatesBy: 'basic',
    profile: { id: '7', email: 'a@example.com', handle: 'Ada', img_url: 'https://figma.example/a.png' },
    user: { id: '7', name: 'Ada', email: 'a@example.com', image: 'https://figma.example/a.png' },
  }),
  fixture('https://api.freshbooks.com/auth/api/v1/users/me', {
    provider: freshbooks(client),
    authorization: 'https://auth.freshbooks.com/oauth/authorize/',
    params: { scope: 'user:profile:read' },
    token: 'https://api.freshbooks.com/auth/oauth/token',
    authenticatesBy: 'post',
    profile: {
      response: { ...bill, confirmed_at: '2017-05-23T05:42:42Z' },
    },
    user: { id: '2192788', name: 'BillSpring Jones', email: 'bill@example.com', image: null },
  }),
  fixture('https://git.acme.example/api/v4/user', {
    provider: gitlab({ ...client, baseUrl: 'https://git.acme.example/' }),
    authorization: 'https://git.acme.example/oauth/authorize',
    params: { scope: 'read_user' },
    token: 'https://git.acme.example/oauth/token',
    authenticatesBy: 'post',
    profile: {
      id: 1,
      username: 'john_smith',
      name: 'John Smith',
      state: 'active',
      email: 'john@example.com',
      avatar_url: 'https://git.acme.example/uploads/1/index.jpg',
      web_url: 'https://git.acme.example/john_smith',
      confirmed_at: '2012-05-23T09:05:22.000Z',
    },
    user: {
      id: '1',
      name: 'John Smith',
      email: 'john@example.com',
      image: 'https://git.acme.example/uploads/1/index.jpg',
    },
  }),
  {
    provider: hubspot(client),
    authorization: 'https://app.hubspot.com/oauth/authorize',
    params: { scope: 'oauth' },
    token: 'https://api.hubapi.com/oauth/2026-03/token',
    authenticatesBy: 'post',
    profile: hubspotProfile,
    userinfo: { 'POST https://api.hubapi.com/oauth/2026-03/token/introspect': hubspotProfile },
    userinfoForm: {
      client_id: 'client-id',
      client_secret: 'client-secret',
      token: 'access-token',
      token_type_hint: 'access_token',
    },
    authorizationHeader: '',
    user: { id: '293199', name: 'test@example.com', email: 'test@example.com', image: null },
    unverified: { ...hubspotProfile, user: undefined },
  },
  fixture('https://kapi.kakao.com/v2/user/me', {
    provider: kakao(client),
    authorization: 'https://kauth.kakao.com/oauth/authorize',
    params: {},
    token: 'https://kauth.kakao.com/oauth/token',
    authenticatesBy: 'post',
    profile: {
      id: 123456789,
      kakao_account: {
        profile: { nickname: 'Ryan', profile_image_url: 'https://kakao.example/img.jpg' },
        email: 'sample@example.com',
        is_email_valid: true,
        is_email_verified: true,
      },
    },
    user: {
      id: '123456789',
      name: 'Ryan',
      email: 'sample@example.com',
      image: 'https://kakao.example/img.jpg',
    },
    unverified: {
      id: 123456789,
      kakao_account: { email: 'sample@example.com', is_email_valid: true, is_email_verified: false },
    },
  }),
  fixture('https://login.mailchimp.com/oauth2/metadata', {
    provider: mailchimp(client),
    authorization: 'https://login.mailchimp.com/oauth2/authorize',
    params: {},
    token: 'https://login.mailchimp.com/oauth2/token',
    authenticatesBy: 'post',
    authorizationHeader: 'OAuth access-token',
    tokens: { token_type: undefined },
    profile: {
      dc: 'us10',
      role: 'owner',
      accountname: 'Freddie Inc.',
      user_id: 443,
      login: { login_id: 54321, login_name: 'freddie', email: 'freddie@example.com', avatar: null },
      login_url: 'https://login.mailchimp.com',
      api_endpoint: 'https://us10.api.mailchimp.com',
    },
    user: { id: '54321', name: 'Freddie Inc.', email: 'freddie@example.com', image: null },
  }),
  fixture('https://openapi.naver.com/v1/nid/me', {
    provider: naver(client),
    authorization: 'https://nid.naver.com/oauth2.0/authorize',
    params: {},
    token: 'https://nid.naver.com/oauth2.0/token',
    authenticatesBy: 'post',
    readTokenRequest: (_, form) => {
      if (!form.get('state')) throw new Error('The state is missing.')
      return form
    },
    profile: {
      resultcode: '00',
      message: 'success',
      response: {
        id: '32742776',
        nickname: 'OpenAPI',
        name: '오픈 API',
        email: 'openapi@naver.com',
        profile_image: 'https://ssl.pstatic.example/nodata_33x33.gif',
      },
    },
    user: {
      id: '32742776',
      name: 'OpenAPI',
      email: 'openapi@naver.com',
      image: 'https://ssl.pstatic.example/nodata_33x33.gif',
    },
    unverified: { resultcode: '00', message: 'success', response: { id: '32742776' } },
  }),
  fixture('https://api.netlify.com/api/v1/user', {
    provider: netlify(client),
    authorization: 'https://app.netlify.com/authorize',
    params: {},
    token: 'https://api.netlify.com/oauth/token',
    authenticatesBy: 'post',
    profile: { id: 'u1', full_name: 'Ada', email: 'ada@example.com', avatar_url: 'https://n.example/a.png' },
    user: { id: 'u1', name: 'Ada', email: 'ada@example.com', image: 'https://n.example/a.png' },
  }),
  fixture('', {
    provider: notion(client),
    authorization: 'https://api.notion.com/v1/oauth/authorize',
    params: { owner: 'user' },
    token: 'https://api.notion.com/v1/oauth/token',
    authenticatesBy: 'basic',
    profile: {
      object: 'user',
      id: 'd40e767c',
      type: 'person',
      name: 'Avocado Lovelace',
      avatar_url: 'https://notion.example/a.jpg',
      person: { email: 'avo@example.com' },
    },
    tokens: {
      bot_id: 'b1',
      workspace_id: 'w1',
      owner: {
        type: 'user',
        user: {
          object: 'user',
          id: 'd40e767c',
          type: 'person',
          name: 'Avocado Lovelace',
          avatar_url: 'https://notion.example/a.jpg',
          person: { email: 'avo@example.com' },
        },
      },
    },
    userinfo: {},
    user: {
      id: 'd40e767c',
      name: 'Avocado Lovelace',
      email: 'avo@example.com',
      image: 'https://notion.example/a.jpg',
    },
    unverified: { object: 'user', id: 'd40e767c', name: null, avatar_url: null },
  }),
  fixture('https://osu.ppy.sh/api/v2/me', {
    provider: osu(client),
    authorization: 'https://osu.ppy.sh/oauth/authorize',
    params: { scope: 'identify' },
    token: 'https://osu.ppy.sh/oauth/token',
    authenticatesBy: 'post',
    profile: { id: 2, username: 'peppy', avatar_url: 'https://a.ppy.example/2', country_code: 'AU' },
    user: { id: '2', name: 'peppy', email: null, image: 'https://a.ppy.example/2' },
  }),
  fixture(
    'https://www.patreon.com/api/oauth2/v2/identity?fields%5Buser%5D=email%2Cfull_name%2Cimage_url%2Cis_email_verified',
    {
      provider: patreon(client),
      authorization: 'https://www.patreon.com/oauth2/authorize',
      params: { scope: 'identity identity[email]' },
      token: 'https://www.patreon.com/api/oauth2/token',
      authenticatesBy: 'post',
      profile: {
        data: {
          id: '12345689',
          type: 'user',
          attributes: {
            email: 'corgi@example.com',
            full_name: 'Platform Team',
            image_url: 'https://c8.patreon.example/2/200/561356054',
            is_email_verified: true,
          },
        },
      },
      user: {
        id: '12345689',
        name: 'Platform Team',
        email: 'corgi@example.com',
        image: 'https://c8.patreon.example/2/200/561356054',
      },
      unverified: {
        data: {
          id: '12345689',
          type: 'user',
          attributes: {
            email: 'corgi@example.com',
            full_name: 'Platform Team',
            image_url: null,
            is_email_verified: false,
          },
        },
      },
    },
  ),
  fixture('https://api.pipedrive.com/v1/users/me', {
    provider: pipedrive(client),
    authorization: 'https://oauth.pipedrive.com/oauth/authorize',
    params: {},
    token: 'https://oauth.pipedrive.com/oauth/token',
    authenticatesBy: 'basic',
    profile: {
      success: true,
      data: { id: 15, name: 'John Doe', email: 'john@example.com', icon_url: null, company_id: 22 },
    },
    user: { id: '15', name: 'John Doe', email: 'john@example.com', image: null },
  }),
  fixture('https://oauth.reddit.com/api/v1/me', {
    provider: reddit(client),
    authorization: 'https://www.reddit.com/api/v1/authorize',
    params: { scope: 'identity' },
    token: 'https://www.reddit.com/api/v1/access_token',
    authenticatesBy: 'basic',
    profile: {
      id: '1w72',
      name: 'spez',
      icon_img: 'https://styles.redditmedia.example/a.png?width=256&amp;s=c9',
      created_utc: 1118030400,
    },
    user: {
      id: '1w72',
      name: 'spez',
      email: null,
      image: 'https://styles.redditmedia.example/a.png?width=256&s=c9',
    },
  }),
  fixture('https://api.spotify.com/v1/me', {
    provider: spotify(client),
    authorization: 'https://accounts.spotify.com/authorize',
    params: { scope: 'user-read-email' },
    token: 'https://accounts.spotify.com/api/token',
    authenticatesBy: 'basic',
    profile: {
      id: 'wizzler',
      display_name: 'Wizzler',
      email: 'wizzler@example.com',
      images: [{ url: 'https://i.scdn.example/image/ab', height: 300, width: 300 }],
      uri: 'spotify:user:wizzler',
    },
    user: {
      id: 'wizzler',
      name: 'Wizzler',
      email: 'wizzler@example.com',
      image: 'https://i.scdn.example/image/ab',
    },
    unverified: { id: 'wizzler', display_name: null, images: [], uri: 'spotify:user:wizzler' },
  }),
  fixture('https://www.strava.com/api/v3/athlete', {
    provider: strava(client),
    authorization: 'https://www.strava.com/oauth/authorize',
    params: { scope: 'read', approval_prompt: 'auto' },
    token: 'https://www.strava.com/api/v3/oauth/token',
    authenticatesBy: 'post',
    profile: {
      id: 1234567890987654,
      username: 'marianne_t',
      firstname: 'Marianne',
      lastname: 'Teutenberg',
      profile: 'https://xxxxxx.cloudfront.example/large.jpg',
      profile_medium: 'https://xxxxxx.cloudfront.example/medium.jpg',
    },
    user: {
      id: '1234567890987654',
      name: 'Marianne Teutenberg',
      email: null,
      image: 'https://xxxxxx.cloudfront.example/large.jpg',
    },
  }),
  fixture('https://api.todoist.com/api/v1/user', {
    provider: todoist(client),
    authorization: 'https://app.todoist.com/oauth/authorize',
    params: { scope: 'data:read' },
    token: 'https://api.todoist.com/oauth/access_token',
    authenticatesBy: 'post',
    profile: {
      id: '1855589',
      full_name: 'Example User',
      email: 'me@example.com',
      avatar_big: null,
      lang: 'en',
    },
    user: { id: '1855589', name: 'Example User', email: 'me@example.com', image: null },
  }),
  fixture('https://api.trakt.tv/users/settings', {
    provider: trakt(client),
    authorization: 'https://auth.trakt.tv/oauth/authorize',
    params: {},
    token: 'https://auth.trakt.tv/oauth/token',
    authenticatesBy: 'post',
    profile: {
      user: {
        username: 'sean',
        private: false,
        name: 'Sean Rudford',
        vip: true,
        ids: { slug: 'sean', trakt: 1, uuid: 'b6589fc6ab0dc82cf12099d1c2d40ab994e8410c' },
        images: { avatar: { full: 'https://walter.trakt.example/avatar.jpg' } },
      },
      permissions: { commenting: true, liking: true, following: true },
    },
    user: {
      id: 'b6589fc6ab0dc82cf12099d1c2d40ab994e8410c',
      name: 'Sean Rudford',
      email: null,
      image: 'https://walter.trakt.example/avatar.jpg',
    },
  }),
  fixture('https://api.x.com/2/users/me?user.fields=profile_image_url%2Cconfirmed_email', {
    provider: twitter({
      ...client,
      authorization: { params: { scope: 'users.read tweet.read users.email offline.access' } },
      userinfo: { params: { 'user.fields': 'profile_image_url,confirmed_email' } },
    }),
    authorization: 'https://x.com/i/oauth2/authorize',
    params: { scope: 'users.read tweet.read users.email offline.access' },
    token: 'https://api.x.com/2/oauth2/token',
    authenticatesBy: 'basic',
    profile: {
      data: {
        id: '2244994945',
        name: 'X Dev',
        username: 'XDevelopers',
        confirmed_email: 'dev@example.com',
        profile_image_url: 'https://pbs.twimg.example/normal.png',
      },
    },
    user: {
      id: '2244994945',
      name: 'X Dev',
      email: 'dev@example.com',
      image: 'https://pbs.twimg.example/normal.png',
    },
    unverified: { data: { id: '2244994945', name: 'X Dev', username: 'XDevelopers' } },
  }),
  fixture('https://webexapis.com/v1/people/me', {
    provider: webex(client),
    authorization: 'https://webexapis.com/v1/authorize',
    params: { scope: 'spark:kms spark:people_read' },
    token: 'https://webexapis.com/v1/access_token',
    authenticatesBy: 'post',
    profile: {
      id: 'Y2lzY29zcGFyazovL3Vz',
      emails: ['john.andersen@example.com'],
      displayName: 'John Andersen',
      avatar: 'https://avatar-prod.webex.example/1600',
    },
    user: {
      id: 'Y2lzY29zcGFyazovL3Vz',
      name: 'John Andersen',
      email: 'john.andersen@example.com',
      image: 'https://avatar-prod.webex.example/1600',
    },
    unverified: { id: 'Y2lzY29zcGFyazovL3Vz', emails: [] },
  }),
  fixture('https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile', {
    provider: wikimedia(client),
    authorization: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize',
    params: {},
    token: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
    authenticatesBy: 'post',
    profile: {
      sub: '12345',
      username: 'Example',
      editcount: 42,
      confirmed_email: true,
      email: 'example@example.com',
      blocked: false,
      groups: [],
      rights: [],
      grants: ['basic'],
    },
    user: { id: '12345', name: 'Example', email: 'example@example.com', image: null },
    unverified: { sub: '12345', username: 'Example', confirmed_email: false, email: 'example@example.com' },
  }),
  fixture('https://public-api.wordpress.com/rest/v1.1/me', {
    provider: wordpress(client),
    authorization: 'https://public-api.wordpress.com/oauth2/authorize',
    params: { scope: 'auth' },
    token: 'https://public-api.wordpress.com/oauth2/token',
    authenticatesBy: 'post',
    profile: {
      ID: 5,
      display_name: 'Example',
      username: 'example',
      email: 'example@example.com',
      email_verified: true,
      avatar_URL: 'https://gravatar.example/avatar/1',
    },
    user: {
      id: '5',
      name: 'Example',
      email: 'example@example.com',
      image: 'https://gravatar.example/avatar/1',
    },
    unverified: {
      ID: 5,
      display_name: 'Example',
      username: 'example',
      email: 'example@example.com',
      email_verified: false,
      avatar_URL: 'https://gravatar.example/avatar/1',
    },
  }),
  fixture('https://api.workos.com/sso/profile', {
    provider: workos({ ...client, organization: 'org_01EH' }),
    authorization: 'https://api.workos.com/sso/authorize',
    params: { organization: 'org_01EH' },
    token: 'https://api.workos.com/sso/token',
    authenticatesBy: 'post',
    profile: {
      object: 'profile',
      id: 'prof_01DMC79VCBZ0NY2099737PSVF1',
      connection_id: 'conn_01E4ZCR3C56J083X43JQXF3JK5',
      connection_type: 'OktaSAML',
      organization_id: 'org_01EH',
      idp_id: '00u1a0ufowBJlzPlk357',
      email: 'todd@example.com',
      first_name: null,
      last_name: null,
      name: 'Todd Rundgren',
      raw_attributes: { picture: 'https://workos.example/todd.png' },
    },
    user: {
      id: 'prof_01DMC79VCBZ0NY2099737PSVF1',
      name: 'Todd Rundgren',
      email: 'todd@example.com',
      image: 'https://workos.example/todd.png',
    },
  }),
  fixture('https://login.yandex.ru/info?format=json', {
    provider: yandex(client),
    authorization: 'https://oauth.yandex.com/authorize',
    params: { scope: 'login:info login:email login:avatar' },
    token: 'https://oauth.yandex.com/token',
    authenticatesBy: 'basic',
    authorizationHeader: 'OAuth access-token',
    profile: {
      id: '1000034426',
      login: 'vasya',
      client_id: '4760187d81bc4b7799476b42b5103713',
      display_name: 'Vasya',
      default_email: 'test@yandex.example',
      default_avatar_id: '131652443',
      is_avatar_empty: false,
    },
    user: {
      id: '1000034426',
      name: 'Vasya',
      email: 'test@yandex.example',
      image: 'https://avatars.yandex.net/get-yapic/131652443/islands-200',
    },
    unverified: {
      id: '1000034426',
      login: 'vasya',
      client_id: 'c',
      is_avatar_empty: true,
      default_avatar_id: '0/0',
    },
  }),
  fixture('https://accounts.zoho.eu/oauth/user/info', {
    provider: zoho({ ...client, accountsUrl: 'https://accounts.zoho.eu/' }),
    authorization: 'https://accounts.zoho.eu/oauth/v2/auth',
    params: { scope: 'AaaServer.profile.Read' },
    token: 'https://accounts.zoho.eu/oauth/v2/token',
    authenticatesBy: 'post',
    profile: { ZUID: 10_234_695, First_Name: 'Ada', Last_Name: 'Lovelace', Email: 'ada@example.com' },
    user: { id: '10234695', name: 'Ada Lovelace', email: 'ada@example.com', image: null },
  }),
  fixture('https://api.zoom.us/v2/users/me', {
    provider: zoom(client),
    authorization: 'https://zoom.us/oauth/authorize',
    params: {},
    token: 'https://zoom.us/oauth/token',
    authenticatesBy: 'basic',
    profile: {
      id: 'zJKyaiAyTNC-MWjiWC18KQ',
      first_name: 'Jill',
      last_name: 'Chill',
      email: 'jchill@example.com',
      verified: 1,
      pic_url: 'https://zoom.example/p/jill',
    },
    user: {
      id: 'zJKyaiAyTNC-MWjiWC18KQ',
      name: 'Jill Chill',
      email: 'jchill@example.com',
      image: 'https://zoom.example/p/jill',
    },
  }),
  fixture('https://api.pinterest.com/v5/user_account', {
    provider: pinterest(client),
    authorization: 'https://www.pinterest.com/oauth/',
    params: { scope: 'user_accounts:read' },
    token: 'https://api.pinterest.com/v5/oauth/token',
    authenticatesBy: 'basic',
    profile: {
      account_type: 'BUSINESS',
      id: '2783136121146311751',
      username: 'pin',
      profile_image: 'https://i.pinimg.example/140x140.jpg',
    },
    user: {
      id: '2783136121146311751',
      name: 'pin',
      email: null,
      image: 'https://i.pinimg.example/140x140.jpg',
    },
  }),
  fixture('https://log.concept2.com/api/users/me', {
    provider: concept2(client),
    authorization: 'https://log.concept2.com/oauth/authorize',
    params: { scope: 'user:read' },
    token: 'https://log.concept2.com/oauth/access_token',
    authenticatesBy: 'post',
    profile: {
      data: { id: 1, username: 'davidh', email: 'david@example.com', profile_image: null },
    },
    user: { id: '1', name: 'davidh', email: 'david@example.com', image: null },
  }),
  fixture('', {
    provider: eveonline(client),
    authorization: 'https://login.eveonline.com/v2/oauth/authorize',
    params: { scope: 'publicData' },
    token: 'https://login.eveonline.com/v2/oauth/token',
    authenticatesBy: 'basic',
    profile: {},
    userinfo: {},
    // {"sub":"CHARACTER:EVE:2112625428","name":"Ünï","owner":"8PmzCe"}
    tokens: {
      access_token:
        'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJDSEFSQUNURVI6RVZFOjIxMTI2MjU0MjgiLCJuYW1lIjoiw5xuw68iLCJvd25lciI6IjhQbXpDZSJ9.c2ln',
    },
    user: {
      id: '2112625428',
      name: 'Ünï',
      email: null,
      image: 'https://images.evetech.net/characters/2112625428/portrait?size=128',
    },
  }),
  fixture('https://oauth.mail.ru/userinfo?access_token=access-token', {
    provider: mailru(client),
    authorization: 'https://oauth.mail.ru/login',
    params: { scope: 'userinfo' },
    token: 'https://oauth.mail.ru/token',
    authenticatesBy: 'basic',
    profile: { id: '55', name: 'Ada', email: 'ada@mail.example', image: 'https://filin.mail.example/pic' },
    user: { id: '55', name: 'Ada', email: 'ada@mail.example', image: 'https://filin.mail.example/pic' },
  }),
  fixture('https://graph.threads.net/v1.0/me?fields=id%2Cusername%2Cname%2Cthreads_profile_picture_url', {
    provider: threads(client),
    authorization: 'https://threads.com/oauth/authorize',
    params: { scope: 'threads_basic' },
    token: 'https://graph.threads.net/oauth/access_token',
    authenticatesBy: 'post',
    tokens: { token_type: undefined, user_id: '314' },
    profile: { id: '314', username: 'ada', threads_profile_picture_url: 'https://cdn.example/a.jpg' },
    user: { id: '314', name: 'ada', email: null, image: 'https://cdn.example/a.jpg' },
  }),
  fixture('https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/', {
    provider: bungie({ ...client, apiKey: '0c1d2e' }),
    authorization: 'https://www.bungie.net/en/OAuth/Authorize',
    params: {},
    token: 'https://www.bungie.net/Platform/App/OAuth/token/',
    authenticatesBy: 'basic',
    profile: {
      Response: {
        bungieNetUser: {
          membershipId: '4352',
          uniqueName: 'ada#1',
          displayName: 'Ada',
          profilePicturePath: '/img/profile/avatars/a.jpg',
        },
      },
    },
    user: { id: '4352', name: 'Ada', email: null, image: 'https://www.bungie.net/img/profile/avatars/a.jpg' },
  }),
]
