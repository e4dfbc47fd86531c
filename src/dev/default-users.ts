/** Providers whose profiles have a number as `id`. */
const NUMERIC: ReadonlySet<string> = new Set([
  '42-school',
  'dribbble',
  'github',
  'gitlab',
  'kakao',
  'osu',
  'strava',
])

const people = [
  { given: 'Alice', verified: true },
  { given: 'Bob', verified: true },
  { given: 'Carol', verified: false },
] as const

/**
 * The default users, with the members that most providers return. No two providers have the same users, so
 * their e-mail addresses differ.
 */
export function defaultUsers(id: string, isOidc: boolean): readonly Record<string, unknown>[] {
  const domain = id === 'dev' ? 'example.com' : `${id.replaceAll(/[^A-Za-z0-9-]/g, '-')}.example.com`
  return people.map(({ given, verified }, index) => {
    const [login, number] = [given.toLowerCase(), 1_000 + index]
    const claims = {
      sub: `dev-${login}`,
      name: `${given} Example`,
      given_name: given,
      family_name: 'Example',
      preferred_username: login,
      email: `${login}@${domain}`,
      email_verified: verified,
    }
    if (isOidc) return claims
    return {
      ...claims,
      id: NUMERIC.has(id) ? number : String(number),
      account_id: String(number),
      user_id: String(number),
      login,
      username: login,
      display_name: claims.name,
      verified,
      avatar_url: null,
    }
  })
}
