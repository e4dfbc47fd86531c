import type { TokenSet } from '../../model/account.js'

/** Throws if the status says nothing about the code or the refresh token, so that a refresh token is kept. */
export async function tokenMembers<Members extends object = TokenSet>(response: Response): Promise<Members> {
  const { status } = response
  if (status === 408 || status === 429 || status >= 500) {
    throw new Error(`The token endpoint responded with status ${status}.`)
  }
  return (await response.json()) as Members
}
