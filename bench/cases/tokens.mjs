import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAuth, customFetch } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { oauth } from 'authwright/providers/oauth'
import { logger, secret } from '../lib/fixtures.mjs'

const hour = 3_600
const now = () => Math.floor(Date.now() / 1000)
/** Tokens as long as those of a large provider. */
const accessToken = 'a'.repeat(1_200)
const idToken = `${'b'.repeat(60)}.${'c'.repeat(900)}.${'d'.repeat(342)}`

/** Reading valid tokens of an account. @returns {Promise<import('../lib/measure.mjs').Case[]>} */
export async function tokens() {
  const plain = await withTokens(false)
  const sealed = await withTokens(true)
  const theirs = 'auth.tokens.forUser, stored in plain text, SQLite'
  return [
    { name: theirs, run: plain, check: isWhole, inFlight: 1 },
    {
      name: 'auth.tokens.forUser, sealed, SQLite',
      run: sealed,
      check: isWhole,
      against: theirs,
      target: 1 / 1.3,
      inFlight: 1,
    },
  ]
}

/** @param {boolean} encrypted */
async function withTokens(encrypted) {
  const folder = mkdtempSync(path.join(tmpdir(), 'authwright-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const adapter = sqlite(path.join(folder, 'auth.db'))
  const provider = oauth({
    id: 'acme',
    authorization: 'https://idp.test/authorize',
    token: 'https://idp.test/token',
    userinfo: 'https://idp.test/userinfo',
    clientId: 'client',
    clientSecret: 'secret',
    [customFetch]: async () =>
      Response.json({
        access_token: accessToken,
        refresh_token: 'r'.repeat(1_200),
        token_type: 'Bearer',
        expires_in: 24 * hour,
      }),
  })
  const auth = createAuth()
    .provider(provider)
    .adapter(adapter)
    .options({ secret, logger, trustHost: true, providerTokens: { place: 'database', encrypted } })
    .build()
  const { id } = await adapter.createUser({ email: 'ada@example.com', emailVerified: null })
  await adapter.linkAccount({
    ...{ userId: id, provider: 'acme', providerAccountId: 'ada', type: 'oauth' },
    ...{ access_token: 'ended', refresh_token: 'first', id_token: idToken, expires_at: now() - hour },
  })
  const read = () => auth.tokens.forUser(id, 'acme')
  // The first read refreshes the tokens, and stores them encrypted or in plain text.
  await read()
  const [row] = await adapter.listAccountsByUserId(id)
  if ((row?.access_token === accessToken) === encrypted)
    throw new Error(`The row is ${encrypted ? 'not ' : ''}encrypted.`)
  return read
}

/** @param {any} result */
function isWhole(result) {
  if (result.accessToken !== accessToken || result.idToken !== idToken)
    throw new Error('The tokens are wrong.')
}
