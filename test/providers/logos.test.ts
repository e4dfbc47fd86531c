import * as icons from 'simple-icons'
import { describe, expect, test } from 'vitest'
import { dev } from '../../src/dev.js'
import { azureAd } from '../../src/providers/azure-ad.js'
import { github } from '../../src/providers/github.js'
import { google } from '../../src/providers/google.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { microsoftEntraId } from '../../src/providers/microsoft-entra-id.js'
import { withId } from '../../src/providers/with-id.js'
import { app } from '../support/app.js'
import { Browser } from '../support/browser.js'
import { catalogueIds } from './catalogue/catalogue-ids.js'

/** The title of the simple-icons icon that a provider uses. */
const titles: Readonly<Record<string, string>> = {
  '42-school': '42',
  apple: 'Apple',
  atlassian: 'Atlassian',
  auth0: 'Auth0',
  authentik: 'Authentik',
  battlenet: 'Battle.net',
  bitbucket: 'Bitbucket',
  box: 'Box',
  'click-up': 'ClickUp',
  discord: 'Discord',
  dribbble: 'Dribbble',
  dropbox: 'Dropbox',
  facebook: 'Facebook',
  faceit: 'FACEIT',
  figma: 'Figma',
  foursquare: 'Foursquare',
  fusionauth: 'FusionAuth',
  gitlab: 'GitLab',
  hubspot: 'HubSpot',
  huggingface: 'Hugging Face',
  // The icon of the company, because Hydra has no separate icon.
  hydra: 'Ory',
  instagram: 'Instagram',
  // The symbol on Kakao's buttons. The icon named Kakao is a word that is too small to read.
  kakao: 'KakaoTalk',
  keycloak: 'Keycloak',
  line: 'LINE',
  mailchimp: 'MailChimp',
  mailru: 'Mail.Ru',
  mastodon: 'Mastodon',
  mattermost: 'Mattermost',
  naver: 'Naver',
  netlify: 'Netlify',
  nextcloud: 'Nextcloud',
  notion: 'Notion',
  okta: 'Okta',
  osu: 'osu!',
  patreon: 'Patreon',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  roblox: 'Roblox',
  simplelogin: 'SimpleLogin',
  spotify: 'Spotify',
  strava: 'Strava',
  threads: 'Threads',
  tiktok: 'TikTok',
  todoist: 'Todoist',
  trakt: 'Trakt',
  twitch: 'Twitch',
  twitter: 'X',
  vk: 'VK',
  webex: 'Webex',
  wechat: 'WeChat',
  // The icon of the Wikimedia Foundation, which all its projects share.
  wikimedia: 'Wikimedia Foundation',
  wordpress: 'WordPress',
}

const ownMarks = ['azure-ad', 'github', 'google', 'microsoft-entra-id']

/** Providers whose icon is a word that is too small to read on a button. */
const words: Readonly<Record<string, string>> = { coinbase: 'Coinbase', zoho: 'Zoho', zoom: 'Zoom' }
const tooLong: Readonly<Record<string, string>> = { bungie: 'Bungie' }
const MAX_LENGTH = 4096

/** Providers without an icon in simple-icons. Some icons were removed at the owner's request. */
const without = [
  'asgardeo',
  'azure-ad-b2c',
  'bankid-no',
  'beyondidentity',
  'boxyhq-saml',
  'cognito',
  'concept2',
  'descope',
  'duende-identity-server6',
  'eventbrite',
  'eveonline',
  'freshbooks',
  'frontegg',
  'identity-server4',
  'kinde',
  'linkedin',
  'logto',
  'netsuite',
  'onelogin',
  'osso',
  'ping-id',
  'pipedrive',
  'salesforce',
  'slack',
  'united-effects',
  'vipps',
  'workos',
  'yandex',
  'zitadel',
]

const secret = 's'.repeat(64)
const required = {
  clientId: 'client-id',
  clientSecret: secret,
  issuer: 'https://login.example',
  baseUrl: 'https://login.example',
  accountId: '1',
  userinfo: 'https://1.restlets.api.netsuite.com/me',
}

/** Providers without a button, and ids without a module. */
const others = [
  'credentials',
  'email',
  'forwardemail',
  'loops',
  'mailgun',
  'nodemailer',
  'passkey',
  'postmark',
  'resend',
  'sendgrid',
  'webauthn',
  'azure-devops',
  'medium',
  'passage',
]

async function providerOf(id: string): Promise<Provider> {
  const module: Record<string, unknown> = await import(`../../src/providers/${id}.ts`)
  const made = Object.values(module).flatMap((value) =>
    typeof value === 'function' ? [value(required) as Provider] : [],
  )
  const provider = made.find((each) => each.id === id)
  if (!provider) throw new Error(`No function of ${id}.ts makes it.`)
  return provider
}

const ids = catalogueIds.filter((id) => !others.includes(id))
const byTitle = new Map(
  Object.values(icons).flatMap((icon) => ('title' in icon ? [[icon.title, icon] as const] : [])),
)

/** The button of each provider on the sign-in page, by id. */
async function buttonsOf(...providers: Provider[]): Promise<ReadonlyMap<string, string>> {
  const { handle } = app({ providers })
  const page = await (await new Browser(handle).send('/auth/signin')).text()
  return new Map(
    [...page.matchAll(/<form action="[^"]*\/signin\/([^"]+)"[\s\S]*?<\/form>/g)].map(([form, id = '']) => [
      id,
      form,
    ]),
  )
}

const pathsIn = (button = ''): readonly (readonly string[])[] =>
  [...button.matchAll(/<path fill="([^"]*)" d="([^"]*)"\/>/g)].map(([, fill = '', d = '']) => [fill, d])

test('every provider with a button is in exactly one of the lists in this file', () => {
  const accounted = [titles, words, tooLong].flatMap(Object.keys).concat(ownMarks, without)
  expect(accounted.sort()).toEqual(ids)
})

describe('the sign-in page with every provider', async () => {
  const providers = await Promise.all(ids.map(providerOf))
  const buttons = await buttonsOf(...providers)

  test.each(Object.entries(titles))('the button of %s on the sign-in page has the icon %s', (id, title) => {
    const icon = byTitle.get(title)
    expect(icon).toBeDefined()
    expect(pathsIn(buttons.get(id))).toEqual([['currentColor', icon?.path]])
    expect(icon?.path.length).toBeLessThan(MAX_LENGTH)
  })

  test.each([...Object.keys(words), ...Object.keys(tooLong), ...without])(
    'the button of %s on the sign-in page has the first letter of the name',
    (id) => {
      const name = providers.find((each) => each.id === id)?.name ?? ''
      expect(buttons.get(id)).toContain(
        `<span class="mark monogram" aria-hidden="true">${name.charAt(0).toUpperCase()}</span>`,
      )
    },
  )

  test.each([
    ['google', ['#ea4335', '#fbbc05', '#34a853', '#4285f4']],
    ['microsoft-entra-id', ['#f25022', '#7fba00', '#00a4ef', '#ffb900']],
    ['azure-ad', ['#f25022', '#7fba00', '#00a4ef', '#ffb900']],
    ['github', ['currentColor']],
  ])('the button of %s on the sign-in page has an icon in the colours %j', (id, fills) => {
    expect(pathsIn(buttons.get(id)).map(([fill]) => fill)).toEqual(fills)
  })

  test('each button of the sign-in page has exactly one picture', () => {
    expect([...buttons.keys()]).toEqual(ids)
    for (const button of buttons.values()) expect(button.match(/class="mark/g)).toHaveLength(1)
  })
})

test.each(Object.entries({ ...words, ...tooLong }))(
  'simple-icons has an icon for %s that is not used',
  (_, title) => {
    expect(byTitle.get(title)?.path).toBeDefined()
  },
)

test.each(Object.entries(tooLong))(
  'the icon of %s is not used because its SVG path is too long',
  (_, title) => {
    expect(byTitle.get(title)?.path.length).toBeGreaterThan(MAX_LENGTH)
  },
)

test.each(without)('simple-icons has no icon with the name of %s', async (id) => {
  expect(byTitle.get((await providerOf(id)).name ?? '')).toBeUndefined()
})

describe('a provider logo', () => {
  const mark = github().style?.mark

  test('a provider logo is kept with another id and with dev({ as })', async () => {
    const buttons = await buttonsOf(
      github({ id: 'work', clientId: 'c', clientSecret: secret }) as Provider,
      withId('renamed', github({ clientId: 'c', clientSecret: secret })) as Provider,
      withId('made', () => github({ clientId: 'c', clientSecret: secret })) as Provider,
      dev({ as: github() }) as Provider,
    )
    expect([...buttons.keys()]).toEqual(['work', 'renamed', 'made', 'github'])
    for (const button of buttons.values()) expect(pathsIn(button)).toEqual([['currentColor', mark]])
    expect(azureAd().style?.mark).toEqual(microsoftEntraId().style?.mark)
  })

  test('a provider logo is kept with another colour, and replaced by a configured `logo` or `mark`', async () => {
    const styles = [
      { brandColor: '#123456' },
      { logo: '/github.svg' },
      { mark: 'M0 0h24v24H0z' },
      { mark: '' },
    ]
    const buttons = await buttonsOf(
      ...styles.map(
        (style, index) =>
          github({ id: `style-${index}`, clientId: 'c', clientSecret: secret, style }) as Provider,
      ),
    )
    const [colour, logo, own, none] = [...buttons.values()]
    expect(pathsIn(colour)).toEqual([['currentColor', mark]])
    expect(logo).toContain('<img class="mark" src="/github.svg"')
    expect(pathsIn(own)).toEqual([['currentColor', 'M0 0h24v24H0z']])
    expect(none).toContain('<span class="mark monogram"')
    expect(google({ style: { brandColor: '#000' } }).style).toEqual({ ...google().style, brandColor: '#000' })
  })
})
