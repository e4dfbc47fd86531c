import type { Theme } from '../../src/options/pages-options.js'
import { apple } from '../../src/providers/apple.js'
import { discord } from '../../src/providers/discord.js'
import { github as githubProvider } from '../../src/providers/github.js'
import { gitlab } from '../../src/providers/gitlab.js'
import { google as googleProvider } from '../../src/providers/google.js'
import type { CommonProvider } from '../../src/providers/kinds/common-provider.js'
import { linkedin } from '../../src/providers/linkedin.js'
import { microsoftEntraId } from '../../src/providers/microsoft-entra-id.js'
import { okta } from '../../src/providers/okta.js'
import { slack } from '../../src/providers/slack.js'
import { spotify } from '../../src/providers/spotify.js'
import { twitch } from '../../src/providers/twitch.js'
import { twitter } from '../../src/providers/twitter.js'
import type { SignInMethod } from '../../src/runtime/core/sign-in-page-methods.js'
import { type AccountPageProps, renderAccountPage } from '../../src/runtime/features/accounts/account-page.js'
import { renderConfirmPage } from '../../src/runtime/features/email/confirm-page.js'
import { english } from '../../src/runtime/features/pages/english-texts.js'
import { renderErrorPage } from '../../src/runtime/features/pages/error-page.js'
import { renderSignInPage, type SignInPageProps } from '../../src/runtime/features/pages/sign-in-page.js'
import { renderSignOutPage } from '../../src/runtime/features/pages/sign-out-page.js'
import {
  renderVerifyRequestPage,
  type VerifyRequestPageProps,
} from '../../src/runtime/features/pages/verify-request-page.js'
import { errorText } from '../../src/runtime/features/pages/words.js'

/** A built-in page with content, as a user may see it. */
export interface GalleryPage {
  readonly name: string
  readonly render: (theme: Theme) => string
}

/** The nonce of every page of the gallery. */
export const galleryNonce = 'Z2FsbGVyeQ=='

const host = 'acme.example'
const common = { host, nonce: galleryNonce, csrfToken: 'c5rf', callbackUrl: '/' }

const button = (id: string, name: string, brandColor?: string): SignInMethod => ({
  type: 'oidc',
  id,
  name,
  action: `/auth/signin/${id}`,
  ...(brandColor && { style: { brandColor } }),
})

interface CatalogueProvider extends CommonProvider {
  readonly type: 'oauth' | 'oidc'
}

/** The button of a provider as an application shows it. */
const fromCatalogue = ({ id, name = id, type, style }: CatalogueProvider): SignInMethod => ({
  type,
  id,
  name,
  action: `/auth/signin/${id}`,
  style,
})

const github = fromCatalogue(githubProvider())
const google = fromCatalogue(googleProvider())
const email: SignInMethod = { type: 'email', id: 'email', name: 'Email', action: '/auth/signin/email' }
const passkey: SignInMethod = {
  type: 'webauthn',
  id: 'passkey',
  name: 'a passkey',
  action: '/auth/callback/passkey',
  optionsUrl: '/auth/webauthn-options/passkey',
  conditional: true,
  offers: 'signInAndUp',
  fields: { email: { label: 'Email', type: 'email', autocomplete: 'username webauthn', required: true } },
}
const password: SignInMethod = {
  type: 'credentials',
  id: 'password',
  name: 'Password',
  action: '/auth/callback/password',
  fields: {
    email: { label: 'Email', type: 'email', required: true },
    password: { label: 'Password', type: 'password', required: true },
  },
}

/** The form of `password()`. */
const storedPassword: SignInMethod = {
  ...password,
  password: {
    signIn: 'https://acme.example/auth/signin',
    forgot: 'https://acme.example/auth/password',
    signUp: 'https://acme.example/auth/signup',
  },
}

type SignInProps = Partial<SignInPageProps> & Pick<SignInPageProps, 'providers'>

const signIn = (props: SignInProps) => (theme: Theme) =>
  renderSignInPage({ ...common, callbackUrl: '/', theme, ...props })

const five: readonly SignInMethod[] = [storedPassword, email, github, google, passkey]

/** The pages of a sign-in with five methods. */
const pagesOfFive = {
  'sign-in-address': { providers: five },
  'sign-in-methods': { providers: five, address: 'ada@acme.example' },
  'sign-in-signed-in': {
    providers: [...five.slice(0, -1), { ...passkey, offers: 'add' }],
    signedIn: {
      name: 'Ada Lovelace',
      signIn: 'https://acme.example/auth/signin',
      signOut: '/auth/signout',
    },
  },
} satisfies Record<string, SignInProps>

const withoutSignUp = {
  providers: [...five.slice(0, -1), { ...passkey, offers: 'signIn' }],
  address: 'ada@acme.example',
} satisfies SignInProps

/** The errors with the longest texts. */
const longestErrors = Object.keys(english)
  .flatMap((key) => /^error\.(\w+)\.title$/.exec(key)?.[1] ?? [])
  .map((error) => [error, (({ title, message }) => title + message)(errorText(error)).length] as const)
  .sort(([, one], [, other]) => other - one)
  .slice(0, 5)
  .map(([error]) => error)

/** Sign-in pages with five methods, some of them with one more part. Each page is rendered before and after errors. */
export const fiveMethodPages = Object.entries<SignInProps>({
  ...pagesOfFive,
  'sign-in-methods, the last used method': { ...withoutSignUp, lastUsed: 'github' },
  'sign-in-methods, a "Stay signed in" checkbox': { ...withoutSignUp, remember: true },
  'sign-in-methods, links to terms': { ...withoutSignUp, links: { terms: '/terms', privacy: '/privacy' } },
}).map(([name, props]) => ({
  name,
  render: signIn(props),
  renderAfterErrors: longestErrors.map((error) => signIn({ ...props, error })),
}))

const twelve: readonly SignInMethod[] = [
  github,
  google,
  fromCatalogue(microsoftEntraId({ name: 'Microsoft' })),
  fromCatalogue(apple()),
  fromCatalogue(gitlab()),
  fromCatalogue(slack()),
  fromCatalogue(discord()),
  fromCatalogue(linkedin()),
  fromCatalogue(spotify()),
  fromCatalogue(twitch()),
  fromCatalogue(twitter()),
  fromCatalogue(okta()),
]

const unusual: readonly SignInMethod[] = [
  button('ar', 'الجامعة الوطنية', '#006c35'),
  button('he', 'הספרייה הלאומית'),
  button('mixed', 'البوابة (Portal) 24'),
  button('long', 'The Very Long Name of a University Consortium for Federated Identity and Access'),
  button('unbroken', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'),
  {
    ...password,
    fields: { user: { label: 'اسم المستخدم' }, password: { label: 'كلمة المرور' } },
  } as SignInMethod,
]

const longAddress = `${'a'.repeat(64)}@${'b'.repeat(60)}.example`

const checkEmail = (props: Partial<VerifyRequestPageProps>) => (theme: Theme) =>
  renderVerifyRequestPage({
    ...common,
    theme,
    homeUrl: '/',
    address: 'ada@acme.example',
    codeForm: { providerId: 'email', action: '/auth/callback/email', csrfToken: 'c5rf' },
    ...props,
  })

const confirm = (address: string) => (theme: Theme) =>
  renderConfirmPage({
    ...common,
    theme,
    address,
    token: 't0ken',
    action: '/auth/callback/email',
    homeUrl: '/',
  })

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

const account = {
  ...common,
  action: '/auth/account',
  user: { name: 'Ada Lovelace', email: 'ada@acme.example' },
  result: 'unlinked',
  canEndSessions: true,
  sessions: [
    {
      id: '1',
      isCurrent: true,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      networkAddress: '192.0.2.1',
    },
    { id: '2', isCurrent: false, userAgent: phone, lastUsedAt: new Date('2026-03-01T12:00:00Z') },
    { id: '3', isCurrent: false },
  ],
  accounts: [
    {
      provider: 'github',
      providerAccountId: '583231',
      type: 'oauth',
      scopes: [],
      removable: true,
      name: 'GitHub',
    },
    { provider: 'google', providerAccountId: '1', type: 'oidc', scopes: [], removable: true, name: 'Google' },
    { provider: 'google', providerAccountId: '2', type: 'oidc', scopes: [], removable: true, name: 'Google' },
  ],
  connectable: [{ name: 'GitLab', action: '/auth/signin/gitlab' }],
  passkeys: [
    { id: 'a', provider: 'passkey', name: 'Phone', synced: true, transports: [], removable: true },
    { id: 'b', provider: 'passkey', name: null, synced: false, transports: [], removable: true },
  ],
  sections: [
    {
      title: 'Guest passes',
      items: [
        {
          title: 'Saturday',
          detail: 'Ends at midnight',
          forms: [{ label: 'Return', action: '/auth/return-pass', fields: { pass: '1' } }],
        },
      ],
    },
  ],
  passkeyProviders: [passkey],
  homeUrl: '/',
} satisfies Omit<AccountPageProps, 'theme'>

/** Every built-in page, with every kind of provider and with unusual names. */
export const pageGallery: readonly GalleryPage[] = [
  {
    name: 'sign-in',
    render: signIn({ providers: [github, google, button('acme', 'Acme SSO', '#6d28d9'), email, password] }),
  },
  { name: 'sign-in-every-kind', render: signIn({ providers: [github, google, passkey, email, password] }) },
  ...Object.entries(pagesOfFive).map(([name, props]) => ({ name, render: signIn(props) })),
  {
    name: 'sign-in-methods-failed',
    render: signIn({
      providers: five,
      address: longAddress,
      error: 'CredentialsSignin',
      failed: { providerId: 'password', typed: { email: longAddress } },
      lastUsed: 'github',
    }),
  },
  { name: 'sign-in-stored-password', render: signIn({ providers: [storedPassword] }) },
  { name: 'sign-in-password', render: signIn({ providers: [password] }) },
  {
    name: 'sign-in-named',
    render: (theme) =>
      signIn({
        providers: [github, email, password],
        links: { signUp: '/signup', terms: '/terms', privacy: '/privacy' },
      })({ ...theme, name: 'Acme Notes' }),
  },
  {
    name: 'sign-in-failed',
    render: signIn({
      providers: [github, google, password],
      error: 'CredentialsSignin',
      failed: { providerId: 'password', typed: { email: 'ada@acme.example' } },
    }),
  },
  {
    name: 'sign-in-cancelled',
    render: signIn({ providers: [github, google, email], error: 'OAuthCallbackError' }),
  },
  { name: 'sign-in-required', render: signIn({ providers: [github, email], error: 'SessionRequired' }) },
  { name: 'sign-in-twelve', render: signIn({ providers: twelve }) },
  { name: 'sign-in-unusual-names', render: signIn({ providers: unusual }) },
  {
    name: 'sign-out',
    render: (theme) =>
      renderSignOutPage({
        ...common,
        theme,
        action: '/auth/signout',
        callbackUrl: '/',
        user: { name: 'Ada Lovelace', email: 'ada@acme.example' },
      }),
  },
  {
    name: 'account',
    render: (theme) => renderAccountPage({ ...account, theme }),
  },
  {
    name: 'account-only-method',
    render: (theme) =>
      renderAccountPage({
        ...account,
        theme,
        sessions: undefined,
        result: 'lastSignInMethod',
        user: { name: null, email: longAddress },
        accounts: account.accounts.slice(0, 1).map((each) => ({ ...each, removable: false })),
        passkeys: [],
      }),
  },
  {
    name: 'sign-out-long-address',
    render: (theme) =>
      renderSignOutPage({
        ...common,
        theme,
        action: '/auth/signout',
        callbackUrl: '/',
        user: { name: null, email: longAddress },
      }),
  },
  { name: 'verify-request', render: (theme) => renderVerifyRequestPage({ ...common, theme, homeUrl: '/' }) },
  { name: 'verify-request-code', render: checkEmail({}) },
  { name: 'verify-request-code-refused', render: checkEmail({ error: 'Verification' }) },
  { name: 'verify-request-long-address', render: checkEmail({ address: longAddress }) },
  { name: 'confirm', render: confirm('ada@acme.example') },
  { name: 'confirm-long-address', render: confirm(longAddress) },
  ...['AccessDenied', 'Configuration', 'Verification', 'SignOutError', 'unknown'].map((error) => ({
    name: `error-${error}`,
    render: (theme: Theme) =>
      renderErrorPage({ ...common, theme, error, retryUrl: '/auth/signin', homeUrl: '/' }),
  })),
]
