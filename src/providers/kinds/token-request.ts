import type { TokenSet } from '../../model/account.js'
import type { Fetch } from './custom-fetch.js'

export async function postTokenRequest(
  endpoint: string,
  form: Readonly<Record<string, string>>,
  fetch: Fetch,
): Promise<TokenSet> {
  const headers = { accept: 'application/json' }
  return tokenMembers(await fetch(endpoint, { method: 'POST', headers, body: new URLSearchParams(form) }))
}

/** Throws an error for the status of a temporary failure, so that a refresh token is kept. */
export async function tokenMembers<Members extends object = TokenSet>(response: Response): Promise<Members> {
  const { status } = response
  if (status === 408 || status === 429 || status >= 500) {
    throw new Error(`The token endpoint responded with status ${status}.`)
  }
  return (await response.json()) as Members
}
