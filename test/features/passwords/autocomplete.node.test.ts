import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { Browser } from '../../support/browser.js'
import { ADA, countedHash, passwordApp, RIGHT, signIn, storeUser } from '../../support/passwords.js'

/* The values of `autocomplete` that password managers read, on every page with a form about passwords. */

/** The inputs that a user or a password manager fills in, with their `autocomplete`, form by form. */
async function formsOf(browser: Browser, path: string): Promise<readonly (readonly string[])[]> {
  const page = await (await browser.send(path, { headers: { accept: 'text/html' } })).text()
  const forms = page.split('<form ').slice(1)
  return forms
    .map((form) =>
      [...form.matchAll(/<input ([^>]*)>/g)].flatMap(([, input = '']) => {
        const [, value] = /autocomplete="([^"]*)"/.exec(input) ?? []
        const [, name = 'hidden'] = /name="(\w+)"/.exec(input) ?? []
        return value !== undefined || /type="(?:email|password)"/.test(input) ? [`${name}: ${value}`] : []
      }),
    )
    .filter((inputs) => inputs.length > 0)
}

const pathOf = ({ pathname, search }: URL): string => pathname + search

test('the fields of every form about passwords have the right `autocomplete`', async () => {
  const adapter = memory()
  const provider = { hash: countedHash(), signUp: { fields: { name: { autocomplete: 'name' } } } }
  const site = passwordApp({ adapter, provider })
  const [ada, phone] = [site.browser(), site.browser()]
  const newPassword = ['hidden: username', 'newPassword: new-password']

  expect(await formsOf(ada, '/auth/signup')).toEqual([
    ['name: name', 'email: username', 'newPassword: new-password'],
  ])
  await ada.post('/auth/signup', { page: '1', name: 'Ada', email: ADA, newPassword: RIGHT })
  const signUp = pathOf(site.box.last.link)
  expect(await formsOf(ada, signUp)).toEqual([])
  expect(await formsOf(ada, `${signUp}&other=1`)).toEqual([newPassword])
  expect(await formsOf(phone, signUp)).toEqual([['hidden: username', 'name: name', newPassword[1]]])

  const user = await storeUser(adapter, `plain:${RIGHT}`)
  expect(await formsOf(ada, '/auth/password')).toEqual([['email: username']])
  await ada.post('/auth/password', { page: '1', action: 'forgot', email: ADA })
  expect(await formsOf(phone, pathOf(site.box.last.link))).toEqual([newPassword])

  expect(await formsOf(ada, '/auth/signin')).toEqual([['email: username webauthn']])
  await ada.post('/auth/signin/continue', { email: ADA })
  expect((await formsOf(ada, '/auth/signin/continue'))[0]).toEqual([
    'email: username',
    'password: current-password',
  ])

  await signIn(ada)
  expect((await formsOf(ada, '/auth/account')).slice(0, 2)).toEqual([
    ['username: username', 'currentPassword: current-password', 'newPassword: new-password'],
    ['username: username', 'currentPassword: current-password'],
  ])
  const stored = await adapter.getPassword({ userId: user.id, tenant: '' })
  if (stored) await adapter.deletePasswordIf(stored, stored.epoch)
  expect((await formsOf(ada, '/auth/account'))[0]).toEqual([
    'username: username',
    'newPassword: new-password',
  ])
})

test('the sign-in page has the right `autocomplete` values if passwords are the only method', async () => {
  const site = passwordApp({ withMail: false, provider: { hash: countedHash(), send: () => undefined } })
  expect(await formsOf(site.browser(), '/auth/signin')).toEqual([
    ['email: username', 'password: current-password'],
  ])
})
