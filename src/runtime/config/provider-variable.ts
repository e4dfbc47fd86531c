/** The environment variable of a provider: its id in capitals, other characters than letters and digits as `_`. */
export function providerVariable(
  id: string,
  what: 'ID' | 'SECRET' | 'ISSUER' | 'KEY' | 'TEAM_ID' | 'KEY_ID' | 'PRIVATE_KEY',
): string {
  return `AUTH_${id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_${what}`
}
