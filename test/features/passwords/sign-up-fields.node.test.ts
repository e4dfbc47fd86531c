import { looseObject, number, object, optional, pipe, string, transform, trim } from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { createClient } from '../../../src/client.js'
import { createAuth } from '../../../src/index.js'
import { password } from '../../../src/providers/password.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { Browser, locationOf } from '../../support/browser.js'
import { ADA, countedHash, OTHER, RIGHT } from '../../support/passwords.js'

const ORIGIN = 'https://app.test'

afterEach(() => vi.unstubAllGlobals())

const fields = {
  name: { label: 'Your name', required: true, autocomplete: 'name' },
  company: { label: 'Company' },
} as const

const schema = pipe(
  looseObject({ name: pipe(string(), trim()), seats: pipe(string(), transform(Number), number()) }),
  transform((typed) => typed as { name: string; seats: number }),
)

interface Mail {
  readonly purpose: string
  readonly url: string
}

function site(verify = true) {
  const adapter = sqlite(':memory:', {
    user: { company: 'text', seats: 'integer', role: { type: 'text', default: 'member' } },
  })
  const mails: Mail[] = []
  const options = {
    secret: 'a secret of more than thirty-two characters',
    trustHost: true,
    store: memoryStore(),
  }
  return { adapter, mails, verify, hash: countedHash(), send: (mail: Mail) => void mails.push(mail), options }
}

function using<Instance extends { handler(request: Request): Promise<Response> }>(
  { adapter, mails }: ReturnType<typeof site>,
  auth: Instance,
) {
  const browser = (): Browser => new Browser(auth.handler, ORIGIN)
  const page = async (sender: Browser, path: string): Promise<string> => (await sender.send(path)).text()
  const link = (): URL => new URL(mails.at(-1)?.url ?? '')
  return {
    auth,
    mails,
    browser,
    page,
    link,
    signUp: (sender: Browser, typed: Record<string, string>) =>
      sender.post('/auth/signup', {
        page: '1',
        email: ADA,
        newPassword: RIGHT,
        callbackUrl: '/inside',
        ...typed,
      }),
    finish: (sender: Browser, typed: Record<string, string> = {}) =>
      sender.post('/auth/signup', {
        page: '1',
        token: link().searchParams.get('token') ?? '',
        callbackUrl: '/inside',
        ...typed,
      }),
    user: () => adapter.getUserByEmail(ADA),
  }
}

/** Fields without a schema. */
function withRecord({ verify = true } = {}) {
  const made = site(verify)
  const { adapter, hash, send, options } = made
  const auth = createAuth()
    .provider(password({ hash, send, verify, signUp: { fields } }))
    .adapter(adapter)
    .options(options)
    .build()
  return using(made, auth)
}

/** Fields with a schema that keeps unknown fields. */
function withSchema({ verify = true } = {}) {
  const made = site(verify)
  const { adapter, hash, send, options } = made
  const form = { name: { label: 'Your name' }, seats: { label: 'Seats', type: 'number' } }
  const auth = createAuth()
    .provider(password({ hash, send, verify, signUp: { fields: schema, form } }))
    .adapter(adapter)
    .options(options)
    .build()
  return using(made, auth)
}

describe('fields of a sign-up with a password', () => {
  test('sign-up fields are on the page, and are stored once the link of the mail is confirmed', async () => {
    const { browser, page, signUp, finish, user, mails } = withRecord()
    const ada = browser()
    const form = await page(ada, '/auth/signup')
    expect(form).toMatch(/Your name<\/label><input [^>]*name="name"[^>]*required[^>]*autocomplete="name"/)
    expect(form.indexOf('name="name"')).toBeLessThan(form.indexOf('name="email"'))
    // A focused e-mail field would skip the fields before it.
    expect(form).not.toMatch(/name="email"[^>]*autofocus/)
    await signUp(ada, { name: ' Ada ', company: '' })
    expect(mails).toHaveLength(1)
    expect(await user()).toBeNull()
    expect(locationOf(await finish(ada)).pathname).toBe('/inside')
    expect(await user()).toMatchObject({ email: ADA, name: 'Ada', company: null, role: 'member' })
    expect(await ada.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('a sign-up that is finished in another browser requires the fields again, and drops those of the first browser', async () => {
    const { browser, page, signUp, finish, user, link } = withRecord()
    await signUp(browser(), { name: 'Eve', company: 'Eve & Sons' })
    const phone = browser()
    expect(await page(phone, link().href)).toContain('name="company"')
    expect(locationOf(await finish(phone, { newPassword: OTHER })).searchParams.get('passwordResult')).toBe(
      'invalidFields',
    )
    expect(await user()).toBeNull()
    await finish(phone, { newPassword: OTHER, name: 'Ada' })
    expect(await user()).toMatchObject({ name: 'Ada', company: null })
  })

  test('a refused form of the application sets no cookie with the typed values', async () => {
    const { browser } = withRecord()
    const typed = { email: ADA, newPassword: 'short', name: 'Ada', callbackUrl: '/join' }
    const refused = await browser().post('/auth/signup', typed)
    expect(locationOf(refused).searchParams.get('passwordResult')).toBe('too-short')
    expect(refused.headers.getSetCookie().filter((line) => line.includes('failed'))).toEqual([])
    const shown = await browser().post('/auth/signup', { ...typed, page: '1' })
    expect(shown.headers.getSetCookie().filter((line) => line.includes('failed'))).toHaveLength(1)
  })

  test('sign-up fields are kept if only the password must be typed again', async () => {
    const { browser, page, signUp, finish, user, link } = withRecord()
    const ada = browser()
    await signUp(ada, { name: 'Ada', company: 'Engines' })
    const url = link()
    url.searchParams.set('other', '1')
    expect(await page(ada, url.href)).not.toContain('name="company"')
    await finish(ada, { newPassword: OTHER })
    expect(await user()).toMatchObject({ name: 'Ada', company: 'Engines' })
  })

  test.each([
    ['a required one is missing', { company: 'Engines' }],
    ['a required one is blank', { name: '  ', company: 'Engines' }],
    ['one is longer than 1,000 characters', { name: 'a'.repeat(1_001), company: 'Engines' }],
  ])('sign-up fields are refused if %s, and the page shows the reason and the input', async (_, typed) => {
    const { browser, page, signUp, mails } = withRecord()
    const ada = browser()
    const refused = locationOf(await signUp(ada, typed as Record<string, string>))
    expect(refused.searchParams.get('passwordResult')).toBe('invalidFields')
    const again = await page(ada, refused.href)
    expect(again).toContain('Something is missing or not valid.')
    // The page does not repeat values that have more than 1,000 characters together.
    if (Object.values(typed).join('').length < 900) expect(again).toContain('value="Engines"')
    expect(mails).toEqual([])
  })

  test('the schema validates sign-up fields, and receives only the fields of the form', async () => {
    const { browser, signUp, finish, user } = withSchema()
    const ada = browser()
    const refused = await signUp(ada, { name: 'Ada', seats: 'many' })
    expect(locationOf(refused).searchParams.get('passwordResult')).toBe('invalidFields')
    const forged = { role: 'admin', id: 'root', emailVerified: '2020-01-01' }
    await signUp(ada, { name: 'Ada', seats: '3', ...forged })
    await finish(ada, forged)
    const stored = await user()
    expect(stored).toMatchObject({ name: 'Ada', seats: 3, role: 'member' })
    expect(stored?.id).not.toBe('root')
  })

  test.each([withRecord, withSchema])(
    'with `verify: false`, sign-up fields are stored immediately',
    async (start) => {
      const { browser, signUp, user } = start({ verify: false })
      const ada = browser()
      await signUp(ada, { name: 'Ada\0', seats: '2', role: 'admin' })
      expect(await user()).toMatchObject({ name: 'Ada', role: 'member', emailVerified: null })
      expect(await ada.session()).toMatchObject({ user: { name: 'Ada' } })
    },
  )

  test('a password that is little more than the value of a sign-up field is refused', async () => {
    const { browser, signUp } = withRecord()
    const refused = await signUp(browser(), { name: 'Bartholomew', newPassword: 'bartholomew1234' })
    expect(locationOf(refused).searchParams.get('passwordResult')).toBe('personal')
  })

  test('the sign-up page of a stored user with an unverified e-mail address has a password field only', async () => {
    const made = site()
    const { adapter, hash, send, options } = made
    const auth = createAuth()
      .provider(password({ hash, send, signUp: { fields } }))
      .adapter(adapter)
      .options(options)
      .build()
    const { browser, page, signUp, finish, link, user } = using(made, auth)
    await adapter.createUser({ id: 'ada', email: ADA, emailVerified: null, name: 'Imported' })
    const ada = browser()
    await signUp(ada, { name: 'Ada' })
    expect(await page(ada, link().href)).not.toContain('name="company"')
    await finish(ada, { newPassword: OTHER })
    expect(await user()).toMatchObject({ id: 'ada', name: 'Imported', emailVerified: expect.any(Date) })
  })

  test('sign-up fields are passed to the sign-up policy', async () => {
    const seen: unknown[] = []
    const made = site()
    const { adapter, hash, send, options } = made
    const auth = createAuth()
      .provider(password({ hash, send, signUp: { fields } }))
      .adapter(adapter)
      .signUp(({ user, verifiedEmail }) => {
        seen.push({ ...user, verifiedEmail })
        return true
      })
      .options(options)
      .build()
    const { browser, signUp, finish } = using(made, auth)
    const ada = browser()
    await signUp(ada, { name: 'Ada', company: 'Engines' })
    await finish(ada)
    expect(seen).toEqual([
      expect.objectContaining({ name: 'Ada', company: 'Engines', verifiedEmail: ADA }),
      expect.objectContaining({ name: 'Ada', company: 'Engines', verifiedEmail: ADA }),
    ])
  })

  test.each(['password', 'Password'])(
    'an error of the sign-up schema logs no input of type %s',
    async (type) => {
      const logged: unknown[] = []
      const failing = object({
        name: pipe(
          optional(string()),
          transform((name): string | null => {
            throw new Error(`no row for ${name}`)
          }),
        ),
      })
      const auth = createAuth()
        .provider(
          password({
            hash: countedHash(),
            send: () => {},
            signUp: { fields: failing, form: { name: { type } } },
          }),
        )
        .adapter(memory())
        .options({
          secret: 'a secret of more than thirty-two characters',
          trustHost: true,
          store: memoryStore(),
          logger: { error: (error) => void logged.push(error), warn: () => {} },
        })
        .build()
      const browser = new Browser(auth.handler, ORIGIN)
      await browser.post('/auth/signup', { email: ADA, newPassword: RIGHT, name: 'Bartholomew' })
      expect(logged).not.toEqual([])
      expect(logged.map(String).join()).not.toContain('Bartholomew')
    },
  )
})

test('a user who is deleted while the sign-up link is used is not stored again without the required fields', async () => {
  const made = site()
  let isDeleting = false
  const { adapter } = made
  const overtaken = {
    ...adapter,
    async getUserByEmail(email: string) {
      const user = await adapter.getUserByEmail(email)
      if (isDeleting && user) await adapter.deleteUser(user.id)
      isDeleting = false
      return user
    },
  }
  const auth = createAuth()
    .provider(password({ hash: made.hash, send: made.send, signUp: { fields } }))
    .adapter(overtaken as typeof adapter)
    .options({ ...made.options, logger: { error: () => {}, warn: () => {} } })
    .build()
  const { browser, signUp, finish } = using(made, auth)
  // The user signed up before, without a password.
  await adapter.createUser({ id: crypto.randomUUID(), email: ADA, name: 'Ada', emailVerified: new Date() })
  const ada = browser()
  await signUp(ada, { name: 'Ada' })
  isDeleting = true
  const response = await finish(ada)
  expect(locationOf(response).search).toContain('error=')
  expect(await adapter.getUserByEmail(ADA)).toBeNull()
  expect(await ada.session()).toBeNull()
})

describe('methods for a sign-up with fields', () => {
  test('passwords.signUp() on the server takes sign-up fields', async () => {
    const { auth, browser, finish, user } = withRecord()
    const ada = browser()
    const request = () =>
      new Request(`${ORIGIN}/join`, { method: 'POST', headers: { cookie: ada.jar.header, origin: ORIGIN } })
    const typed = { email: ADA, password: RIGHT }
    const refused = await auth.passwords.signUp(
      { ...typed, fields: { name: '', company: 'Engines' } },
      { request: request() },
    )
    expect(refused).toMatchObject({ ok: false, reason: 'invalidFields' })
    const { headers, ...result } = await auth.passwords.signUp(
      { ...typed, fields: { name: 'Ada', company: 'Engines' } },
      { request: request() },
    )
    expect(result).toEqual({ ok: true })
    ada.jar.take(new Response(null, { headers }), ORIGIN)
    await finish(ada)
    expect(await user()).toMatchObject({ name: 'Ada', company: 'Engines' })
  })

  test('passwords.signUp() stores only fields of the form for the end of the sign-up', async () => {
    const { auth, browser, finish, user } = withRecord()
    const ada = browser()
    const headers = { cookie: ada.jar.header, origin: ORIGIN }
    const request = new Request(`${ORIGIN}/join`, { method: 'POST', headers })
    // `essay` is not a field of the form. With it, the cookie would be too long.
    const fields = { name: 'Ada', company: 'Engines', essay: 'x'.repeat(5_000) }
    const result = await auth.passwords.signUp({ email: ADA, password: RIGHT, fields }, { request })
    ada.jar.take(new Response(null, { headers: result.headers }), ORIGIN)
    expect(locationOf(await finish(ada)).pathname).toBe('/inside')
    expect(await user()).toMatchObject({ name: 'Ada', company: 'Engines' })
  })

  test('passwords.signUp() in the browser takes sign-up fields, also for a sign-up that began in another browser', async () => {
    const { auth, browser, link, user } = withSchema()
    const clientOf = (sender: Browser) => {
      vi.stubGlobal('location', new URL(`${ORIGIN}/join`))
      vi.stubGlobal('dispatchEvent', () => true)
      vi.stubGlobal('BroadcastChannel', undefined)
      vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
        sender.send(path, { ...init, headers: { ...init.headers, origin: ORIGIN } }),
      )
      return createClient<typeof auth>().passwords
    }
    const typed = { email: ADA, password: RIGHT, fields: { name: 'Ada', seats: '3' } }
    expect(await clientOf(browser()).signUp({ ...typed, fields: { name: 'Ada', seats: '' } })).toMatchObject({
      ok: false,
      reason: 'invalidFields',
    })
    expect(await clientOf(browser()).signUp(typed)).toEqual({ ok: true })
    const token = link().searchParams.get('token') ?? ''
    const phone = clientOf(browser())
    expect(await phone.finishSignUp({ token, password: OTHER })).toMatchObject({
      ok: false,
      reason: 'invalidFields',
    })
    expect(
      await phone.finishSignUp({ token, password: OTHER, fields: { name: 'Ada', seats: '4' } }),
    ).toMatchObject({ ok: true })
    expect(await user()).toMatchObject({ name: 'Ada', seats: 4 })
  })
})
