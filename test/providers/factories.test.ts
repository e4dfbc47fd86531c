import { expect, test } from 'vitest'
import { boxyhqSaml } from '../../src/providers/boxyhq-saml.js'
import { credentials } from '../../src/providers/credentials.js'
import { discord } from '../../src/providers/discord.js'
import { google } from '../../src/providers/google.js'
import { hydra } from '../../src/providers/hydra.js'
import { keycloak } from '../../src/providers/keycloak.js'
import { customFetch } from '../../src/providers/kinds/custom-fetch.js'
import { logto } from '../../src/providers/logto.js'
import { oauth } from '../../src/providers/oauth.js'
import { oidc } from '../../src/providers/oidc.js'
import { password } from '../../src/providers/password.js'

const claims = { sub: '7', name: 'Somebody', email: 'a@acme.example', picture: 'https://a.example/7' }

test('google() leaves out an e-mail address that is not verified', () => {
  const profile = (email_verified: boolean) => google().profile?.({ ...claims, email_verified } as never, {})
  expect(profile(true)).toEqual({ id: '7', name: 'Somebody', email: 'a@acme.example', image: claims.picture })
  expect(profile(false)).toMatchObject({ id: '7', email: null })
})

test.each([
  ['in `preferred_username` if `name` is empty', { name: '', preferred_username: 'ada' }, 'ada'],
  ['in `username`', { username: 'ada' }, 'ada'],
  [
    'in the parts of a name, with spaces',
    { given_name: 'Ada ', middle_name: ' ', family_name: ' Lovelace' },
    'Ada Lovelace',
  ],
])('logto() and hydra() find the name of the user %s', async (_, names, name) => {
  const user = { id: '7', name, email: null, image: null }
  for (const { profile } of [logto(), hydra()])
    expect(await profile?.({ sub: '7', email: '', picture: '', ...names }, {})).toEqual(user)
})

test('google() is an OpenID Provider with the issuer of Google', () => {
  expect(google()).toMatchObject({ id: 'google', type: 'oidc', issuer: 'https://accounts.google.com' })
})

test('the option `idToken: false` of a provider of the catalogue is kept', () => {
  expect(keycloak({ idToken: false })).toMatchObject({ id: 'keycloak', type: 'oidc', idToken: false })
})

test('the option `customFetch` of a provider is kept', () => {
  const fetch = async () => new Response()
  expect(google({ [customFetch]: fetch })[customFetch]).toBe(fetch)
})

test('oidc() and oauth() set the type and keep their options', () => {
  expect(oidc({ id: 'acme', issuer: 'https://acme.example', idToken: false })).toEqual({
    id: 'acme',
    type: 'oidc',
    issuer: 'https://acme.example',
    idToken: false,
    '~feature': expect.any(Object),
  })
  expect(oauth({ id: 'acme', issuer: 'https://acme.example', clientId: 'client' })).toEqual({
    id: 'acme',
    type: 'oauth',
    issuer: 'https://acme.example',
    clientId: 'client',
    '~feature': expect.any(Object),
  })
})

test('credentials() has a default id and a default name', async () => {
  const provider = credentials({
    input: { name: { label: 'Name' } },
    authorize: ({ name }, request) => (name === 'somebody' ? { id: request.method } : null),
  })
  expect(provider).toMatchObject({ id: 'credentials', name: 'Credentials', type: 'credentials' })
  const request = new Request('https://acme.example', { method: 'POST' })
  expect(await provider.authorize({ name: 'somebody' }, request)).toEqual({ id: 'POST' })
  expect(await provider.authorize({ name: 'nobody' }, request)).toBeNull()
  expect(credentials({ id: 'ldap', name: 'Directory', input: {}, authorize: () => null })).toMatchObject({
    id: 'ldap',
    name: 'Directory',
  })
})

test('boxyhqSaml() rejects a profile without a tenant or a product', () => {
  const profile = (requested: { tenant?: string; product?: string } | undefined) =>
    boxyhqSaml({ issuer: 'https://sso.example' }).profile?.(
      { id: '7', email: 'a@acme.example', requested } as never,
      {},
    )
  expect(profile({ tenant: 'acme', product: 'app' })).toMatchObject({ id: 'acme/app/7' })
  for (const requested of [undefined, { tenant: 'acme' }, { product: 'app', tenant: '' }])
    expect(() => profile(requested)).toThrow('has no tenant or no product')
})

test.each([
  ['0', '5'],
  ['0000', '5'],
  [undefined, '5'],
  ['1337', '2'],
])('a Discord user with the discriminator %j has the default avatar %s', (discriminator, avatar) => {
  const raw = { id: '80351110224678912', username: 'nelly', discriminator, global_name: null, avatar: null }
  expect(discord().profile?.(raw as never, {})).toMatchObject({
    image: `https://cdn.discordapp.com/embed/avatars/${avatar}.png`,
  })
})

test.each([
  'true',
  '',
  '/range/',
  'http://pwned.example.com/range/',
  'ftp://pwned.example.com/range/',
  'https://pwned.example.com',
  'https://pwned.example.com/range/#',
  'https://user:secret@pwned.example.com/range/',
  null,
  1,
])('password() refuses %j as the URL of the breached-password service', (breached) => {
  expect(() => password({ breached: breached as never })).toThrow(
    new TypeError(
      'The option `breached` of password() must be `true`, `false` or an HTTPS URL such as https://pwned.example.com/range/, to which five digits of a hash are appended.',
    ),
  )
})

test.each([
  true,
  false,
  undefined,
  'https://pwned.example.com/range/',
  'https://pwned.example.com/?prefix=',
  'http://localhost:8080/range/',
])('password() accepts %j as the option `breached`', (breached) => {
  expect(password({ breached }).breached).toBe(breached)
})
