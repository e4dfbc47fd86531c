import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { PasswordPolicy } from '../../../src/providers/kinds/password-options.js'
import { commonPasswords } from '../../../src/runtime/features/passwords/hash/common-password-list.js'
import { passwordProblem } from '../../../src/runtime/features/passwords/hash/password-policy.js'

const problemOf = (password: string, policy: PasswordPolicy = {}, personal: readonly string[] = []) =>
  passwordProblem(password, policy, personal)

test.each([
  ['tumbling otters', null],
  ['tumbling otter', 'too-short'],
  ['日本語のパスワードは長い文です', null],
  ['🦦🦦🪵🌊🦀🐙🐚🪸🐳🐬🦭🐟🐠🐡🦈', null],
  ['🦦🦦🪵🌊🦀🐙🐚🪸🐳🐬🦭🐟🐠🐡', 'too-short'],
  // 15 code points as typed, 13 normalized.
  ['cafe\u0301 cre\u0300me ok', 'too-short'],
  // One code point as typed, 18 normalized.
  ['\ufdfa', 'too-short'],
  ['                ', 'common'],
  ['', 'too-short'],
])('a password needs at least 15 characters by default: %j', async (password, problem) => {
  expect(await problemOf(password)).toBe(problem)
})

test('`minLength` changes the minimum length of a password, down to 8', async () => {
  expect(await problemOf('tidal xy', { minLength: 8 })).toBeNull()
  expect(await problemOf('tidal xy', { minLength: 9 })).toBe('too-short')
  for (const minLength of [0, 1, 7, -1]) {
    expect(await problemOf('tidal x', { minLength })).toBe('too-short')
    expect(await problemOf('tidal xy', { minLength })).toBeNull()
  }
})

test('a password has at most 4,096 bytes', async () => {
  const long = 'tumbling otters '.repeat(300)
  expect(await problemOf(`${long.slice(0, 4093)}é!`)).toBeNull()
  expect(await problemOf(`${long.slice(0, 4094)}é!`)).toBe('too-long')
  expect(await problemOf('x'.repeat(10_000_000))).toBe('too-long')
})

test.each([
  'qwertyuiopasdfghjkl',
  '123456789012345',
  'PasswordPassword',
  'passwordpasswordpass',
  'iloveyouiloveyou',
  'Manchesterunited',
  'qwertyuiop123456789',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  'ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ',
])('a password that attackers guess early is refused: %s', async (password) => {
  expect(await problemOf(password)).toBe('common')
})

test('the list of common passwords has more than 3,000 entries of at least 8 characters', () => {
  const atLeast = (length: number) => [...commonPasswords].filter((each) => [...each].length >= length).length
  // docs/contributing/asvs.md has these numbers.
  expect([atLeast(0), atLeast(15), atLeast(8)]).toEqual([10_069, 158, 3_465])
})

test.each(['password', 'sunshine', 'Trustno1', '12345678', 'dragon12345'])(
  'a common password is refused even if short passwords are allowed: %s',
  async (password) => {
    expect(await problemOf(password, { minLength: 8 })).toBe('common')
  },
)

test.each(['passwords are dull', 'monkey dragon shadow', 'correct horse battery staple', 'aaaaaaaaaaaaaab'])(
  'a password that only contains a common password is accepted: %s',
  async (password) => {
    expect(await problemOf(password)).toBeNull()
  },
)

const ada = ['ada.lovelace@example.com', 'Ada Lovelace', 'app.example.org']

test.each([
  'ada.lovelace@example.com',
  'Ada Lovelace 1815',
  'adalovelaceadalovelace',
  'lovelace.example',
  'ADA LOVELACE!!!!',
])('a password that is little more than names is refused: %s', async (password) => {
  expect(await problemOf(password, {}, ada)).toBe('personal')
})

test.each(['Lovelace likes long walks', 'tumbling otters', 'an adamant otter swims'])(
  'a password may contain a name: %s',
  async (password) => {
    expect(await problemOf(password, {}, ada)).toBeNull()
  },
)

test('a password may contain names of one or two characters, and empty names', async () => {
  expect(await problemOf('tumbling otters', {}, ['', 'u', 'li', ' ', '@'])).toBeNull()
})

const servers: ReturnType<typeof createServer>[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** A server with the API of Pwned Passwords. */
async function pwnedPasswords(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    respond(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { requests, breached: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/` }
}

// The SHA-1 digest of 'correct horse battery staple' is ABF7A AD6438836DBE526AA231ABDE2D0EEF74D42.
const suffix = 'AD6438836DBE526AA231ABDE2D0EEF74D42'
const lines = [
  '0018A45C4D1DEF81644B54AB7F969B88D65:3',
  `${suffix}:217`,
  '011053FD0102E94D6AE2F8B83D76FAF94F6:0',
]

test('a breached password is refused; five digits of its SHA-1 digest are sent, and padding is requested', async () => {
  const { requests, breached } = await pwnedPasswords((_, response) => response.end(lines.join('\r\n')))
  expect(await problemOf('correct horse battery staple', { breached })).toBe('breached')
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /range/ABF7A'])
  expect(requests[0]?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': 'authwright' })
  expect(await problemOf('tumbling otters', { breached })).toBeNull()
})

test('a padding line in the response does not count as a breach', async () => {
  const { breached } = await pwnedPasswords((_, response) => response.end(`${suffix}:0\r\n`))
  expect(await problemOf('correct horse battery staple', { breached })).toBeNull()
})

test.each([
  ['responds with an error', (response: ServerResponse) => response.writeHead(503).end()],
  ['closes the connection', (response: ServerResponse) => response.destroy()],
  [
    'responds with a redirect',
    (response: ServerResponse) => response.writeHead(302, { location: '/' }).end(),
  ],
  ['sends a response that is too large', (response: ServerResponse) => response.end('0'.repeat(300_000))],
])(
  'a password is accepted and the reason is reported if the server for breached passwords %s',
  async (_, respond) => {
    const { requests, breached } = await pwnedPasswords((_request, response) => respond(response))
    const errors: Error[] = []
    const onLookupError = (error: Error) => errors.push(error)
    expect(
      await passwordProblem('correct horse battery staple', { breached }, [], { onLookupError }),
    ).toBeNull()
    expect(requests).not.toEqual([])
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).not.toContain('ABF7A')
  },
)

test('a password is accepted if the server for breached passwords does not respond within two seconds', async () => {
  const { breached } = await pwnedPasswords(() => undefined)
  expect(await problemOf('correct horse battery staple', { breached })).toBeNull()
})

test('no lookup is sent by default, or for a password that is refused anyway', async () => {
  const sent: string[] = []
  const fetch = async (url: string) => {
    sent.push(url)
    return new Response('')
  }
  await passwordProblem('correct horse battery staple', {}, [], { fetch })
  await passwordProblem('short', { breached: true }, [], { fetch })
  await passwordProblem('passwordpassword', { breached: true }, [], { fetch })
  expect(sent).toEqual([])
  await passwordProblem('correct horse battery staple', { breached: true }, [], { fetch })
  expect(sent).toEqual(['https://api.pwnedpasswords.com/range/ABF7A'])
})
