/*
 * Measures the responses to 200 users who sign in with a password at once, and the memory of the server. Prints a table for
 * bench/README.md, and fails if a request gets no response or the server takes 1 GiB.
 *
 *   node bench/passwords.mjs
 *   node bench/passwords.mjs --users 500
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CookieJar } from './lib/cookie-jar.mjs'
import { median } from './lib/measure.mjs'

const { values } = parseArgs({ options: { users: { type: 'string', default: '200' } } })
const users = Number(values.users)

/** Hashes of one password, by algorithm. */
const stored = {
  'Argon2id, 19 MiB':
    '$argon2id$v=19$m=19456,t=2,p=1$IgXQv1COHKZskQu4S7B1Jg$Vg0JAb3IfpxyafsW8E4HVPBNmLjzGI7Y0GLvGpkOjhs',
  'Argon2id, 100 MiB': '$argon2id$v=19$m=102400,t=2,p=8$n0C/irQ6HaLwJKtK8jQ6DQ$LTXdN6gyFffMD9RKlL43+A',
  'scrypt of `add password`, 128 MiB':
    'yHJPA9YUW3Znp+gCS3C0wQ==:6NmYKQAvi/DF7YAViztN3fwG7KrZ7Tm0aJLmhQ2fPhs=',
  'bcrypt, cost 10': '$2y$10$F9W7mmaaSOb6OgQmkajgwuwIJxLm.OBJnLlIMhsgazR.DcF1m18pO',
}

const rows = []
for (const [name, hash] of Object.entries(stored)) {
  rows.push(await measure(name, hash, 'correct horse battery staple'))
  rows.push(await measure(`${name}, wrong password`, hash, 'wrong'))
}
rows.push(await measure('no such user', '', 'wrong'))

console.log('| | signed in | refused | 503 | median ms | last ms | peak RSS, MiB |')
console.log('|---|---:|---:|---:|---:|---:|---:|')
for (const { name, signedIn, refused, busy, middle, last, peak } of rows) {
  console.log(`| ${name} | ${signedIn} | ${refused} | ${busy} | ${middle} | ${last} | ${peak} |`)
}
const isBounded = rows.every(({ signedIn, refused, busy, peak }) => {
  return signedIn + refused + busy === users && peak < 1024
})
process.exitCode = isBounded ? 0 : 1

/** @param {string} name @param {string} hash @param {string} password */
async function measure(name, hash, password) {
  const child = fork(fileURLToPath(new URL('lib/password-server.mjs', import.meta.url)), [hash], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [{ port }] = await once(child, 'message')
  const origin = `http://127.0.0.1:${port}`
  const csrf = await fetch(`${origin}/auth/csrf`)
  const jar = new CookieJar()
  jar.take(csrf.headers)
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await csrf.json())
  const body = new URLSearchParams({
    csrfToken,
    email: hash ? 'ada@example.com' : 'eve@example.com',
    password,
  })
  const signIn = async () => {
    const start = performance.now()
    const response = await fetch(`${origin}/auth/callback/password`, {
      method: 'POST',
      headers: { cookie: jar.header, 'x-auth-return-redirect': '1' },
      body,
    })
    const text = await response.text()
    const result = response.status === 503 ? 'busy' : text.includes('error=') ? 'refused' : 'signedIn'
    return { result, ms: performance.now() - start }
  }
  const responses = await Promise.all(Array.from({ length: users }, signIn))
  child.send('peak')
  const [kiB] = await once(child, 'message')
  child.disconnect()
  const count = (/** @type {string} */ result) => responses.filter((each) => each.result === result).length
  const times = responses.map(({ ms }) => ms)
  return {
    name,
    signedIn: count('signedIn'),
    refused: count('refused'),
    busy: count('busy'),
    middle: median(times).toFixed(0),
    last: Math.max(...times).toFixed(0),
    peak: Math.round(kiB / 1024),
  }
}
