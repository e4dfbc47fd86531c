import type { EmailProvider } from '../kinds/email.js'

/** The key of a mail service. Throws an error that says where to put it. */
export function apiKeyOf({ id, apiKey }: EmailProvider<string>): string {
  if (apiKey) return apiKey
  const variable = `AUTH_${id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_KEY`
  throw new Error(`The provider '${id}' has no API key: set ${variable} or pass \`apiKey\`.`)
}
