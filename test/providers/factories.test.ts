import { expect, test } from 'vitest'
import { boxyhqSaml } from '../../src/providers/boxyhq-saml.js'
import { credentials } from '../../src/providers/credentials.js'
import { google } from '../../src/providers/google.js'
import { keycloak } from '../../src/providers/keycloak.js'
import { customFetch } from '../../src/providers/kinds/custom-fetch.js'
import { oauth } from '../../src/providers/oauth.js'
import { oidc } from '../../src/providers/oidc.js'

const claims = { sub: '7', name: 'Somebody', email: 'a@acme.example', picture: 'https://a.example/7' }

test('google() leaves out an e-mail address that is not verified', () => {
  const profile = (email_verified: boolean) => google().profile?.({ ...claims, email_verified } as never, {})
  expect(profile(true)).toEqual({ id: '7', name: 'Somebody', email: 'a@acme.example', image: claims.picture })
  expect(profile(false)).toMatchObject({ id: '7', email: null })
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

test('credentials have an id and a name by default', async () => {
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
