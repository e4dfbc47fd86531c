import { encode } from '@auth/core/jwt'
import { jwtDecrypt } from 'jose'
import {
  authjs,
  authjsConfig,
  authjsCookies,
  authwright,
  authwrightCookies,
  lazyAuthwright,
} from '../lib/applications.mjs'
import { get, isAda, person, secret, showsAda } from '../lib/fixtures.mjs'
import { portable } from '../lib/portable.mjs'

const salt = 'authjs.session-token'
const theirs = 'Auth.js: GET /session'
const eager = 'auth(request) in process, a new request each time'

/** Reading a session that is a token. @returns {Promise<import('../lib/measure.mjs').Case[]>} */
export async function session() {
  const { id: sub, name, email, image: picture } = person
  const token = await encode({ token: { sub, name, email, picture }, secret, salt })
  const config = authjsConfig()
  const cookies = await authjsCookies(config, token)
  const answer = authjs(config)
  const compatible = authwright({ options: { compat: 'authjs' } })
  const reissuing = authwright({ session: { updateAge: 0 }, options: { compat: 'authjs' } })
  const one = authwright()
  const ten = authwright({ providers: 10 })
  const lazy = lazyAuthwright('one builder')
  const lazyPerRequest = lazyAuthwright('a builder per request')
  const own = await authwrightCookies(one)
  const web = authwright({}, await portable())
  const request = get(own)
  const { read, decrypt } = await decryption(token)
  return [
    { name: theirs, run: () => answer(get(cookies)), check: showsAda },
    { name: 'jose: decryption of the token alone', run: decrypt, check: (payload) => read(payload) },
    {
      name: 'GET /session, token of Auth.js, not re-issued',
      run: () => compatible.handler(get(cookies)),
      check: showsAda,
      against: theirs,
      target: 12,
      maxKiB: 25,
    },
    {
      name: 'GET /session, token of Auth.js, re-issued each time',
      run: () => reissuing.handler(get(cookies)),
      async check(response) {
        if (response.headers.getSetCookie().length === 0) throw new Error('The token was not re-issued.')
        await showsAda(response)
      },
      against: theirs,
      target: 8,
      maxKiB: 25,
    },
    {
      name: 'GET /session, token of Auth.js, compared with only the decryption',
      run: () => compatible.handler(get(cookies)),
      check: showsAda,
      against: 'jose: decryption of the token alone',
      target: 4,
    },
    {
      name: 'GET /session, 1 provider',
      run: () => one.handler(get(own)),
      check: showsAda,
      against: theirs,
      target: 12,
      maxKiB: 25,
    },
    {
      name: 'GET /session, 10 providers, compared with 1',
      run: () => ten.handler(get(own)),
      check: showsAda,
      against: 'GET /session, 1 provider',
      target: 0.98,
    },
    {
      name: 'GET /session, 1 provider, Web Crypto',
      run: () => web.handler(get(own)),
      check: showsAda,
      against: theirs,
      target: 7,
    },
    {
      name: 'auth(request) in process',
      run: () => one.auth(request),
      check: isAda,
      against: theirs,
      target: 25,
    },
    { name: eager, run: () => one.auth(get(own)), check: isAda },
    {
      name: 'the same, with a function that returns one builder',
      run: () => lazy.auth(get(own)),
      check: isAda,
      against: eager,
      maxMore: 40,
    },
    {
      name: 'the same, with a function that returns a builder per request',
      run: () => lazyPerRequest.auth(get(own)),
      check: isAda,
      against: eager,
      maxMore: 40,
    },
  ]
}

/** Only decrypts an Auth.js token, which is the minimum cost of reading such a session. @param {string} token */
async function decryption(token) {
  const material = await crypto.subtle.importKey('raw', Buffer.from(secret), 'HKDF', false, ['deriveBits'])
  const info = Buffer.from(`Auth.js Generated Encryption Key (${salt})`)
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: Buffer.from(salt), info }
  const key = new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, 512))
  return {
    decrypt: () => jwtDecrypt(token, key),
    /** @param {{ payload: { email?: unknown } }} result */
    read({ payload }) {
      if (payload.email !== person.email) throw new Error('The token has another e-mail address.')
    },
  }
}
