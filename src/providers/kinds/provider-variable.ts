export function providerVariable(
  id: string,
  setting: 'ID' | 'SECRET' | 'ISSUER' | 'KEY' | 'TEAM_ID' | 'KEY_ID' | 'PRIVATE_KEY',
): string {
  return `AUTH_${id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_${setting}`
}
