import { describe, expect, test } from 'vitest'
import { createAuthjsMac } from '../../src/runtime/features/authjs-sessions/authjs-mac.js'
import { pair, signIn } from './support/pair.js'

const token = 'a'.repeat(64)

test.each([
  [['secret'], '903c1490e042a075338b0e597cd889260f671063edb09ab070d2634e8277cf9c'],
  [['s2', 's1'], 'e25cf8a365e2fb966cb098012f2483fc0f0010fdb7b720fb4e65f7aaa7389433'],
])('the CSRF hash with the secrets %j is the same as that of Auth.js', async (secrets, hash) => {
  const [first] = (await createAuthjsMac(secrets).sign(token)).split('|')
  expect(first).toBe(hash)
  expect(await createAuthjsMac(secrets).verify(token, hash)).toBe(true)
})

describe.each(['https://app.test', 'http://localhost:3000'])('at %s', (origin) => {
  test('Authwright accepts a form with a CSRF token of Auth.js', async () => {
    const { ours, theirs } = pair({ origin })
    await signIn(theirs)
    const body = new URLSearchParams({ csrfToken: await theirs.csrfToken() })
    const response = await ours.send('/auth/signout', { method: 'POST', body })
    expect(response.status).toBe(302)
    expect(await theirs.session()).toBeNull()
  })

  test('Auth.js accepts a form with a CSRF token of Authwright', async () => {
    const { ours, theirs, jar } = pair({ origin })
    await signIn(ours)
    const csrfToken = await ours.csrfToken()
    const held = jar.get(origin.startsWith('https') ? '__Host-authjs.csrf-token' : 'authjs.csrf-token')
    expect(held).toMatch(/^[^|]+%7C[0-9a-f]{64}$/)
    await theirs.send('/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) })
    expect(await ours.session()).toBeNull()
  })
})

test('Authwright accepts a form of Auth.js from before the rotation of the secret', async () => {
  const before = pair({ secrets: ['old', 'old'] })
  await signIn(before.theirs)
  const csrfToken = await before.theirs.csrfToken()
  const { ours, jar } = pair({ secrets: ['new', ['new', 'old']] })
  for (const name of before.jar.names) jar.put(name, before.jar.get(name) ?? '')
  const response = await ours.send('/auth/signout', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken }),
  })
  expect(response.status).toBe(302)
})

describe.each([
  ['one secret', ['old']],
  ['several secrets', ['old', 'older', 'oldest']],
])('a rotation of %s', (_, first) => {
  const steps = [first, [...first, 'new'], ['new', ...first], ['new']] as const
  const changes = steps.slice(1).flatMap((after, index) => {
    const before = steps[index] ?? []
    return [
      [before, after],
      [after, before],
    ] as const
  })

  test.each(changes)(
    'a form that was created with the secrets %j is accepted with the secrets %j',
    async (before, after) => {
      const made = pair({ secrets: [[...before], [...before]] })
      const csrfToken = await made.ours.csrfToken()
      const { ours, jar } = pair({ secrets: [[...after], [...after]] })
      for (const name of made.jar.names) jar.put(name, made.jar.get(name) ?? '')
      const body = new URLSearchParams({ csrfToken })
      expect((await ours.send('/auth/signout', { method: 'POST', body })).status).toBe(302)
    },
  )

  test.each(steps)('Auth.js accepts a form of Authwright with the secrets %j', async (...secrets) => {
    const { ours, theirs } = pair({ secrets: [secrets, secrets] })
    await signIn(ours)
    const csrfToken = await ours.csrfToken()
    await theirs.send('/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) })
    expect(await ours.session()).toBeNull()
  })
})

test('a CSRF token with a hash of another secret, or without a hash, is refused', async () => {
  const { ours, jar } = pair()
  const foreign = await createAuthjsMac(['foreign']).sign(token)
  const values = [foreign, `${foreign}%7C${foreign}`, '', '%7C', '%7C%7C'].map((tag) => `${token}%7C${tag}`)
  for (const value of [token, ...values]) {
    jar.put('__Host-authjs.csrf-token', value)
    const body = new URLSearchParams({ csrfToken: token })
    expect((await ours.send('/auth/signout', { method: 'POST', body })).status).toBe(403)
  }
})

test('the CSRF token changes at sign-in and sign-out', async () => {
  const { ours } = pair()
  const first = await ours.csrfToken()
  await signIn(ours)
  const second = await ours.csrfToken()
  await ours.post('/auth/signout')
  expect(new Set([first, second, await ours.csrfToken()]).size).toBe(3)
})
