import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeBlocks } from '../../scripts/lib/code-blocks.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { Browser, locationOf } from '../support/browser.js'

/** The files of docs/passwords.md, run as they stand, with the sources in place of the package. */
const temp = path.join(root, 'temp')
mkdirSync(temp, { recursive: true })
const folder = mkdtempSync(path.join(temp, 'passwords-'))
const password = 'correct horse battery'
let browser: Browser

beforeAll(async () => {
  for (const { file, code } of codeBlocks(readFileSync(path.join(root, 'docs/passwords.md'), 'utf8'))) {
    const source = code.replace(
      /'authwright(?:\/([\w/-]+))?'/g,
      (_, name = 'index') => `'${root}/src/${name}.ts'`,
    )
    const target = path.join(folder, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, source)
  }
  vi.stubEnv('AUTH_SECRET', 'a secret of more than thirty-two characters')
  vi.stubEnv('AUTH_URL', 'https://app.test')
  const { auth } = await import(path.join(folder, 'auth.ts'))
  browser = new Browser(auth.handler)
})

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const send = (id: string, fields: Record<string, string>) => browser.post(`/auth/callback/${id}`, fields)

test('a user signs up, and signs in with the password, in any case of the address', async () => {
  await send('sign-up', { email: 'Ada@Example.com', password })
  expect((await browser.session()).user.email).toBe('ada@example.com')
  browser = new Browser(browser.handle)
  await send('password', { email: 'ADA@example.com ', password })
  expect((await browser.session()).user.email).toBe('ada@example.com')
})

test.each([
  ['password', 'ada@example.com', 'another password'],
  ['password', 'eve@example.com', password],
  ['sign-up', 'ada@example.com', 'a password of an attacker'],
  ['sign-up', 'eve@example.com', 'short'],
  ['sign-up', 'no address', password],
])('%s with %s and %s signs nobody in', async (id, email, typed) => {
  const fresh = new Browser(browser.handle)
  const to = locationOf(await fresh.post(`/auth/callback/${id}`, { email, password: typed }))
  expect(to.searchParams.get('error')).toBe('CredentialsSignin')
  expect(await fresh.session()).toBeNull()
})

test('a sign-up for an address that has a user does not change the password', async () => {
  const fresh = new Browser(browser.handle)
  await fresh.post('/auth/callback/password', { email: 'ada@example.com', password })
  expect((await fresh.session()).user.email).toBe('ada@example.com')
})

test('two hashes of one password differ, and an unknown user costs a hash, too', async () => {
  const { hashPassword, verifyPassword } = await import(path.join(folder, 'passwords.ts'))
  expect(await hashPassword(password)).not.toBe(await hashPassword(password))
  const began = performance.now()
  expect(await verifyPassword(password, undefined)).toBe(false)
  const unknown = performance.now() - began
  const hash = await hashPassword('x')
  const again = performance.now()
  await verifyPassword(password, hash)
  // A look-up without a hash takes microseconds.
  expect(unknown).toBeGreaterThan((performance.now() - again) / 10)
})
