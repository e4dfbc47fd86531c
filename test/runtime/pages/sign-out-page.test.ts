import { describe, expect, it } from 'vitest'
import {
  renderSignOutPage,
  type SignOutPageProps,
} from '../../../src/runtime/features/pages/sign-out-page.js'

function render(props: Partial<SignOutPageProps> = {}): string {
  return renderSignOutPage({
    theme: {},
    host: 'example.com',
    nonce: 'bm9uY2U=',
    action: '/auth/signout',
    csrfToken: 'c5rf',
    ...props,
  })
}

describe('renderSignOutPage', () => {
  it('asks with one POST form, and offers a way back', () => {
    const page = render({ callbackUrl: '/account' })
    expect(page).toContain('<h1>Sign out?</h1>')
    expect(page.match(/<form/g)).toHaveLength(1)
    expect(page).toContain('<form action="/auth/signout" method="post">')
    expect(page).toContain('<input type="hidden" name="csrfToken" value="c5rf">')
    expect(page).toContain('<input type="hidden" name="callbackUrl" value="/account">')
    expect(page).toContain('<a class="button" href="/account">Stay signed in</a>')
  })

  it('leads back to the start without a callback URL, or with one that is no web address', () => {
    expect(render()).toContain('href="/">Stay signed in')
    expect(render({ callbackUrl: 'javascript:alert(1)' })).toContain('href="/">Stay signed in')
  })

  it('shows who is signed in', () => {
    const page = render({ user: { name: 'Ada <Lovelace>', email: 'ada@example.com' } })
    expect(page).toContain('<strong>Ada &lt;Lovelace&gt;</strong>')
    expect(page).toContain('<div class="email">ada@example.com</div>')
    expect(render({ user: { email: 'ada@example.com' } })).toContain('<strong>ada@example.com</strong>')
  })

  it('shows nobody without a name and an address', () => {
    expect(render({ user: { name: null } })).not.toContain('class="person"')
  })
})
