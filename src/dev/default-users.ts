/** Profiles of these providers have a number as `id`. */
const NUMERIC_ID_PROVIDERS: ReadonlySet<string> = new Set([
  '42-school',
  'dribbble',
  'github',
  'gitlab',
  'kakao',
  'osu',
  'strava',
])

const people = [
  { givenName: 'Alice', verified: true },
  { givenName: 'Bob', verified: true },
  { givenName: 'Carol', verified: false },
] as const

/** The test users of a provider. Their e-mail addresses contain the id of the provider, so that providers do not share users. */
export function defaultUsers(id: string, isOidc: boolean): readonly Record<string, unknown>[] {
  const domain = id === 'dev' ? 'example.com' : `${id.replaceAll(/[^A-Za-z0-9-]/g, '-')}.example.com`
  return people.map(({ givenName, verified }, index) => {
    const [login, number] = [givenName.toLowerCase(), 1_000 + index]
    const claims = {
      sub: `dev-${login}`,
      name: `${givenName} Example`,
      given_name: givenName,
      family_name: 'Example',
      preferred_username: login,
      email: `${login}@${domain}`,
      email_verified: verified,
    }
    if (isOidc) return claims
    return {
      ...claims,
      id: NUMERIC_ID_PROVIDERS.has(id) ? number : String(number),
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
