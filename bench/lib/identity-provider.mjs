import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { person } from './fixtures.mjs'

const issuer = 'https://op.example.com'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const metadata = JSON.stringify({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})
const keys = JSON.stringify({
  keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' }],
})
const header = encoded({ alg: 'ES256', typ: 'JWT', kid: 'k1' })

/**
 * An OpenID Provider in this process: it signs its ID tokens, and counts how often it is asked.
 *
 * @returns what a client must know of it, `authorize` in place of a person who agrees, and `asked`
 */
export function identityProvider() {
  /** @type {Map<string, { nonce: string | null }>} */
  const codes = new Map()
  const asked = { times: 0 }
  return {
    issuer,
    clientId: 'client',
    clientSecret: 'secret',
    asked,
    /** @param {string} address of an authorization request @returns {string} where the browser is sent back to */
    authorize(address) {
      const request = new URL(address).searchParams
      const code = randomBytes(16).toString('base64url')
      codes.set(code, { nonce: request.get('nonce') })
      const back = new URL(request.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: request.get('state') ?? '', iss: issuer }).toString()
      return back.href
    },
    /** @param {string | URL | Request} input @param {RequestInit} [init] @returns {Promise<Response>} */
    async fetch(input, init) {
      asked.times++
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      if (pathname === '/.well-known/openid-configuration') return json(metadata)
      if (pathname === '/jwks') return json(keys)
      const { sub, ...claims } = { ...person, sub: person.id, picture: person.image, email_verified: true }
      if (pathname === '/userinfo') return json(JSON.stringify({ sub, ...claims }))
      const form = new URLSearchParams(String(init?.body ?? ''))
      const { nonce } = codes.get(form.get('code') ?? '') ?? {}
      codes.delete(form.get('code') ?? '')
      const now = Math.floor(Date.now() / 1000)
      const payload = {
        iss: issuer,
        aud: 'client',
        iat: now,
        exp: now + 3600,
        sub,
        ...claims,
        ...(nonce && { nonce }),
      }
      const input_ = `${header}.${encoded(payload)}`
      const signature = sign('sha256', Buffer.from(input_), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return json(
        JSON.stringify({
          access_token: 'at',
          token_type: 'bearer',
          expires_in: 3600,
          id_token: `${input_}.${signature.toString('base64url')}`,
        }),
      )
    },
  }
}

/** @param {string} body */
function json(body) {
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/** @param {unknown} value */
function encoded(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
