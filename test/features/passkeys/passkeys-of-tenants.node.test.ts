import { expect, test } from 'vitest'
import { passkey } from '../../../src/providers/passkey.js'
import { Browser, locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { type PasskeyWorld, passkeyWorlds } from '../../support/passkeys.js'
import { credentials, GRACE } from '../../support/world.js'

/* Two tenants on one domain share the adapter, so a user may be the same in both. */

const start = passkeyWorlds()

const startTenants = (): Promise<PasskeyWorld> =>
  start({
    providers: frozen([credentials(GRACE), passkey()]),
    tenant: (request) => request.headers.get('x-tenant') ?? '',
  })

const at = (tenant: string, world: PasskeyWorld, jar?: Browser['jar']): Browser =>
  new Browser(
    (request) => {
      request.headers.set('x-tenant', tenant)
      return world.handle(request)
    },
    world.origin,
    jar,
  )

/** The passkey that a user adds at a tenant. */
async function added(tenant: string, world: PasskeyWorld) {
  const browser = at(tenant, world)
  await world.enter(browser)
  const options = await world.options({ action: 'register' }, browser)
  const made = await world.authenticator.create(options)
  expect(locationOf(await world.answer('register', made, browser)).pathname).toBe('/inside')
  return world.authenticator.keys.at(-1)
}

test('a passkey of one tenant does not sign a user in at another tenant', async () => {
  const world = await startTenants()
  const key = await added('a', world)
  const [own, other] = [at('a', world), at('b', world)]
  expect(locationOf(await world.use(other, {}, key)).searchParams.get('error')).toBe(
    'WebAuthnVerificationError',
  )
  expect(await other.session()).toBeNull()
  expect(locationOf(await world.use(own, {}, key)).pathname).toBe('/inside')
})

test('a challenge of one tenant is rejected by another tenant', async () => {
  const world = await startTenants()
  const key = await added('a', world)
  const own = at('a', world)
  const other = at('b', world, own.jar)
  const options = await world.options({ action: 'authenticate' }, other)
  const response = await world.answer('authenticate', await world.authenticator.get(options, {}, key), own)
  expect(locationOf(response).searchParams.get('error')).toBe('InvalidCheck')
  expect(await own.session()).toBeNull()
})

test('a new passkey of one tenant does not replace the passkey of another tenant in the authenticator', async () => {
  const world = await startTenants()
  const [one, again, other] = [await added('a', world), await added('a', world), await added('b', world)]
  expect(again?.userHandle).toBe(one?.userHandle)
  expect(other?.userHandle).not.toBe(one?.userHandle)
})

test('an unknown passkey stays in the browser if another tenant may have stored it', async () => {
  const world = await startTenants()
  await added('a', world)
  const response = await world.use(at('b', world), { id: 'AAAA' })
  const { searchParams } = locationOf(response)
  expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['WebAuthnVerificationError', null])
})
