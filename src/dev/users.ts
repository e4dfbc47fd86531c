/** Numbers are what these providers identify users by. */
const NUMERIC: ReadonlySet<string> = new Set([
  'bitbucket-server',
  'github',
  'gitlab',
  'osu',
  'strava',
  'todoist',
])

const people = [
  { given: 'Alice', verified: true },
  { given: 'Bob', verified: true },
  { given: 'Carol', verified: false },
] as const

/** The users where none are given, with the members that most providers have. */
export function defaultUsers(id: string, isOidc: boolean): readonly Record<string, unknown>[] {
  return people.map(({ given, verified }, index) => {
    const [login, number] = [given.toLowerCase(), 1_000 + index]
    const claims = {
      sub: `dev-${login}`,
      name: `${given} Example`,
      given_name: given,
      family_name: 'Example',
      preferred_username: login,
      email: `${login}@example.com`,
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
