import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultUsers } from '../../src/dev/default-users.js'
import { credentials } from '../../src/providers/credentials.js'
import { github } from '../../src/providers/github.js'
import { gitlab } from '../../src/providers/gitlab.js'
import { loops } from '../../src/providers/loops.js'
import { nodemailer } from '../../src/providers/nodemailer.js'
import { passkey } from '../../src/providers/passkey.js'
import { password } from '../../src/providers/password.js'
import { webauthn } from '../../src/providers/webauthn.js'
import { zoho } from '../../src/providers/zoho.js'

// TypeScript allows undefined options if `exactOptionalPropertyTypes` is off.
const nothing = { id: undefined, name: undefined } as object

describe('provider options that are undefined', () => {
  const server = { host: 'smtp.example.com' }
  test.each([
    ['credentials', credentials({ ...nothing, authorize: () => null } as never), 'Credentials'],
    ['password', password(nothing), 'Password'],
    ['passkey', passkey(nothing), 'Passkey'],
    ['webauthn', webauthn(nothing), 'WebAuthn'],
    ['nodemailer', nodemailer({ ...nothing, server, from: 'Example <a@example.com>' }), 'Email'],
    ['loops', loops({ ...nothing, transactionalId: 'mail' }), 'Loops'],
    ['github', github(nothing), 'GitHub'],
  ])('%s has its default id and name if its options are undefined', (id, provider, name) => {
    expect(provider).toMatchObject({ id, name })
  })

  test('passkey() with undefined options requires verified users and discoverable passkeys', () => {
    const provider = passkey({ authenticationOptions: undefined, registrationOptions: undefined } as object)
    expect(provider).toMatchObject({
      authenticationOptions: { userVerification: 'required' },
      registrationOptions: {
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
  })

  test('loops() with an undefined option `code` sends no code', () => {
    expect(loops({ transactionalId: 'mail', ...({ code: undefined } as object) })).toMatchObject({
      code: false,
    })
  })
})

test('github() and gitlab() with an empty server URL use github.com and gitlab.com', () => {
  expect(github({ enterprise: { baseUrl: '' } })).toMatchObject({
    issuer: 'https://github.com/login/oauth',
    token: 'https://github.com/login/oauth/access_token',
  })
  expect(gitlab({ baseUrl: '' })).toMatchObject({ token: 'https://gitlab.com/oauth/token' })
})

test('zoho() with an empty data center URL uses the default data center', () => {
  expect(zoho({ accountsUrl: '' })).toMatchObject({ token: 'https://accounts.zoho.com/oauth/v2/token' })
})

test("test users of dev() have numeric ids if the provider's profiles have numeric ids", () => {
  const folder = path.resolve(import.meta.dirname, '../../src/providers')
  const numeric = readdirSync(folder).filter(
    (file) => file.endsWith('.ts') && /^ {2}id: number$/m.test(readFileSync(path.join(folder, file), 'utf8')),
  )
  expect(numeric).toContain('gitlab.ts')
  for (const file of numeric) {
    const id = file.replace('.ts', '')
    expect(typeof defaultUsers(id, false)[0]?.['id'], id).toBe('number')
  }
  for (const id of ['todoist', 'bitbucket', 'discord'])
    expect(typeof defaultUsers(id, false)[0]?.['id'], id).toBe('string')
})
