import { describe, expect, it } from 'vitest'
import type { SignInMethod } from '../../../src/runtime/core/sign-in-page-methods.js'
import { renderSignInPage, type SignInPageProps } from '../../../src/runtime/features/pages/sign-in-page.js'

const github: SignInMethod = {
  type: 'oauth',
  id: 'github',
  name: 'GitHub',
  action: '/auth/signin/github',
  style: { mark: 'M2 2h20v20H2z' },
}
const google: SignInMethod = { type: 'oidc', id: 'google', name: 'Google', action: '/auth/signin/google' }
const email: SignInMethod = { type: 'email', id: 'resend', name: 'Resend', action: '/auth/signin/resend' }
const credentials: SignInMethod = {
  type: 'credentials',
  id: 'staff',
  name: 'Staff',
  action: '/auth/callback/staff',
  fields: {
    username: { label: 'Your name', required: true },
    password: { onfocus: 'alert(1)' },
    remember: { label: 'Stay signed in', type: 'checkbox' },
    tenant: { type: 'hidden', value: 'acme' },
  },
}
const passkey: SignInMethod = {
  type: 'webauthn',
  id: 'passkey',
  name: 'Passkey',
  action: '/auth/callback/passkey',
  optionsUrl: '/auth/webauthn-options/passkey',
  conditional: true,
  offers: 'signInAndUp',
  fields: { email: { label: 'Email', autocomplete: 'username webauthn' } },
}

function render(props: Partial<SignInPageProps> & Pick<SignInPageProps, 'providers'>): string {
  return renderSignInPage({
    theme: {},
    host: 'example.com',
    nonce: 'bm9uY2U=',
    csrfToken: 'c5rf',
    callbackUrl: '/',
    ...props,
  })
}

function forms(page: string): readonly string[] {
  return page.match(/<form[\s\S]*?<\/form>/g) ?? []
}

describe('renderSignInPage', () => {
  it('the sign-in page has a language, a title, a viewport and its style under the nonce', () => {
    const page = render({ providers: [github] })
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page).toContain('<title>Sign in – example.com</title>')
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    expect(page).toContain('<style nonce="bm9uY2U=">')
    expect(page).not.toMatch(/<script|<link|style="|@import|url\(/)
  })

  it('the sign-in page has a POST form with the CSRF token and the callback URL for every provider, in their order', () => {
    const page = render({ providers: [credentials, github, email, passkey], callbackUrl: '/a?b&c' })
    expect(forms(page)).toHaveLength(4)
    expect([...page.matchAll(/<form action="([^"]+)" method="post">/g)].map(([, action]) => action)).toEqual([
      '/auth/callback/staff',
      '/auth/signin/github',
      '/auth/signin/resend',
      '/auth/callback/passkey',
    ])
    for (const form of forms(page)) {
      expect(form).toContain('<input type="hidden" name="csrfToken" value="c5rf">')
      expect(form).toContain('<input type="hidden" name="callbackUrl" value="/a?b&amp;c">')
    }
  })

  it('the sign-in page puts dividers between kinds of methods and between forms, but not between buttons', () => {
    const dividers = (...providers: SignInMethod[]): number =>
      render({ providers }).split('>or</p>').length - 1
    expect(dividers(github)).toBe(0)
    expect(dividers(github, google)).toBe(0)
    expect(dividers(github, google, email)).toBe(1)
    expect(dividers(email, github, credentials)).toBe(2)
    expect(dividers(credentials, { ...credentials, id: 'other' })).toBe(1)
    // A passkey form without a visible field is a button.
    expect(dividers(github, passkey)).toBe(1)
    expect(dividers(github, { ...passkey, offers: 'add' })).toBe(0)
    expect(dividers(github, { ...passkey, offers: 'signIn', fields: {} })).toBe(0)
  })

  it('each passkey button has a label with its action', () => {
    const page = render({ providers: [github, email, credentials, passkey] })
    const labels = [...page.matchAll(/<button type="submit"[^>]*>([\s\S]*?)<\/button>/g)].map(
      ([, content = '']) => content.replace(/<[^>]*>/g, '').trim(),
    )
    expect(labels).toEqual([
      'Sign in with GitHub',
      'Email me a sign-in link',
      'Sign in',
      'Sign in with a passkey',
      'Create an account with a passkey',
    ])
  })

  it('the buttons of a passkey provider show the name that the application set', () => {
    const page = render({ providers: [{ ...passkey, name: 'Staff key' }] }).replace(/<[^>]*>/g, '')
    expect(page).toContain('Sign in with Staff key')
    expect(page).toContain('Create an account with Staff key')
  })

  it('the sign-in page distinguishes two credentials forms', () => {
    const page = render({ providers: [credentials, { ...credentials, id: 'guest', name: 'Guest' }] })
    expect(page).toContain('>Sign in with Staff</button>')
    expect(page).toContain('>Sign in with Guest</button>')
  })

  it('the sign-in page renders credentials fields with labels, defaults and safe attributes only', () => {
    const page = render({ providers: [credentials] })
    expect(page).toContain('<label for="input-username-for-staff-provider">Your name</label>')
    expect(page).toMatch(
      /<input id="input-username-for-staff-provider" name="username" type="text"[^>]* required/,
    )
    expect(page).toContain('<label for="input-password-for-staff-provider">password</label>')
    expect(page).toMatch(/name="password" type="password" autocomplete="current-password">/)
    expect(page).toMatch(/<div class="choice"><input [^>]*name="remember" type="checkbox">/)
    expect(page).toMatch(/<input [^>]*name="tenant" type="hidden" value="acme">/)
    expect(page).not.toContain('input-tenant-for-staff-provider">tenant</label>')
    expect(page).not.toContain('onfocus')
  })

  it('the sign-in page fills in the e-mail form, unless the e-mail address is too long', () => {
    expect(render({ providers: [email], email: 'ada@example.com' })).toContain('value="ada@example.com"')
    expect(render({ providers: [email], email: 'a'.repeat(255) })).not.toContain('aaaa')
  })

  it('the sign-in page focuses a field only on a page with one form and no error', () => {
    expect(render({ providers: [credentials] }).match(/ autofocus>/g)).toHaveLength(1)
    expect(render({ providers: [credentials], error: 'CredentialsSignin' })).not.toContain(' autofocus')
    expect(render({ providers: [email, github] })).not.toContain(' autofocus')
    // For a signed-in user, the page also has the form to sign out.
    const signedIn = {
      name: 'Ada',
      signOut: 'https://app.test/auth/signout',
      signIn: 'https://app.test/auth/signin',
    }
    expect(render({ providers: [credentials], signedIn })).not.toContain(' autofocus')
  })

  it.each([
    [{ tenant: { type: 'hidden', value: 'acme' }, username: {} }, 'username'],
    [{ terms: { type: 'checkbox' }, username: {} }, 'username'],
    [{ terms: { type: 'checkbox' } }, 'terms'],
  ])('the sign-in page focuses the first text field, or the only field, of %j', (fields, focused) => {
    const page = render({ providers: [{ ...credentials, fields }] })
    expect(page.match(/<input [^>]* autofocus>/g)).toEqual([expect.stringContaining(` name="${focused}"`)])
  })

  it('the sign-in page reports an error in an alert, and never repeats the code', () => {
    const page = render({ providers: [github], error: 'OAuthCallbackError' })
    expect(page).toMatch(/<div class="banner alert" role="alert">[\s\S]*Sign-in was not completed/)
    const hostile = render({ providers: [github], error: '<script>alert(1)</script>' })
    expect(hostile).toContain('Sign-in did not work')
    expect(hostile).not.toContain('alert(1)')
    expect(render({ providers: [github] })).not.toContain('role="alert"')
  })

  it('the sign-in page shows many buttons side by side, with the complete label for screen readers', () => {
    const many = Array.from({ length: 7 }, (_, index) => ({ ...google, id: `p${index}`, name: `P${index}` }))
    const page = render({ providers: many })
    expect(page).toContain('<div class="options many">')
    expect(page).toContain('<span class="verb">Sign in with </span><bdi>P6</bdi>')
    expect(render({ providers: many.slice(1) })).toContain('<div class="options">')
  })

  it('the button of the first form is the primary button of the sign-in page', () => {
    const page = render({ providers: [github, email, credentials] })
    expect(page.match(/class="button primary"/g)).toHaveLength(1)
    expect(page).toContain('<button type="submit" class="button primary">Email me a sign-in link</button>')
  })

  it('the sign-in page shows an error above the forms if the failed form is not on the page', () => {
    const failed = { providerId: 'removed', typed: { email: 'ada@example.com' } }
    const page = render({ providers: [github, credentials], error: 'CredentialsSignin', failed })
    expect(page).toContain('<div class="banner alert" role="alert">')
    expect(page).not.toContain('aria-invalid=')
  })

  it('the sign-in page shows the logo of a provider, its mark, or its first letter in its colour', () => {
    const page = render({
      providers: [
        github,
        { ...google, id: 'acme', name: 'acme', style: { brandColor: '#FC6D26' } },
        { ...google, id: 'own', style: { logo: '/own.svg', bg: '#123', mark: 'M0 0h24v24z' } },
        {
          ...google,
          id: 'foreign',
          name: 'Über',
          style: { logo: 'https://evil.example/x.svg', bg: 'red;}' },
        },
      ],
    })
    expect(page).toContain(
      '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M2 2h20v20H2z"/></svg>',
    )
    expect(page).toContain('<span class="mark monogram" aria-hidden="true">A</span>')
    expect(page).toContain('.brand-1 { --brand: #fc6d26; --on-brand: #000000 }')
    expect(page).toContain('<img class="mark" src="/own.svg" alt=""')
    expect(page).not.toContain('M0 0h24v24z')
    expect(page).toContain('.brand-2 { --brand: #112233; --on-brand: #ffffff }')
    expect(page).toContain('aria-hidden="true">Ü</span>')
    expect(page).not.toContain('.brand-3')
    expect(page).not.toContain('evil.example')
  })

  it('the sign-in page shows no logo for a provider without a logo, whatever its id', () => {
    expect(render({ providers: [{ ...github, style: {} }, google] })).not.toContain('<svg class="mark"')
  })

  it('the sign-in page shows the logo of the theme only if it loads nothing from a third party', () => {
    const logo = (url: string): string => render({ providers: [github], theme: { logo: url } })
    expect(logo('/logo.svg')).toContain('<img class="logo" src="/logo.svg" alt="example.com">')
    expect(logo('https://example.com/logo.svg')).toContain('src="https://example.com/logo.svg"')
    expect(logo('https://cdn.example/logo.svg')).not.toContain('<img')
  })

  it.each([
    [{}, 'light dark'],
    [{ colorScheme: 'auto' }, 'light dark'],
    [{ colorScheme: 'light' }, 'light'],
    [{ colorScheme: 'dark' }, 'dark'],
  ] as const)('the sign-in page sends the colour schemes of %j to the browser', (theme, schemes) => {
    expect(render({ providers: [github], theme })).toContain(
      `<meta name="color-scheme" content="${schemes}">`,
    )
  })
})
