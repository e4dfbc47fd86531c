export const origin = 'http://localhost'
export const secret = 'a secret of the benchmarks, of more than thirty-two characters'
export const person = {
  id: '0b9f3a52-6c1f-4b7e-9a43-2f8f6d1c7e55',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: 'https://avatars.example.com/u/1234567?v=4',
}

/** Turns off all rate limits. */
export const noLimits = /** @type {const} */ ({
  account: false,
  address: false,
  addressAndAccount: false,
  browser: false,
  browsers: false,
  global: false,
})

/** Logs only errors. */
export const logger = {
  /** @param {unknown} error */
  error: (error) => console.error(error),
  warn: () => {},
  debug: () => {},
}

/** Throws unless the session belongs to Ada. @param {{ user?: { email?: string | null } } | null | undefined} session */
export function isAda(session) {
  if (session?.user?.email !== person.email)
    throw new Error(`This is not a session of Ada: ${JSON.stringify(session)}`)
}

/** @param {Response} response */
export async function showsAda(response) {
  isAda(await response.json())
}

/** @param {string} cookie @param {string} [path] */
export function get(cookie, path = '/auth/session') {
  return new Request(origin + path, { headers: { cookie } })
}
