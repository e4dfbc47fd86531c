import { expect, it, vi } from 'vitest'
import { passkey } from '../../src/providers/passkey.js'
import { webauthn } from '../../src/providers/webauthn.js'

vi.mock('@simplewebauthn/server', () => {
  throw Object.assign(new Error("Cannot find package '@simplewebauthn/server'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
})

it.each([passkey(), webauthn()])(
  'the error of $id() without its package says what to install',
  async (provider) => {
    await expect(provider.simpleWebAuthn()).rejects.toThrow(
      'Passkeys need a package on the server. Run "npm install @simplewebauthn/server".',
    )
  },
)
