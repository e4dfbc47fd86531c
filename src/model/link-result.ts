/** How linking an account ended: it is the user's now, it was already, or it belongs to another user. */
export interface LinkResult {
  /** The id of the provider. */
  provider: string
  result: 'linked' | 'alreadyLinked' | 'otherUser'
}

/** The names of the parameters that say how linking ended, in the address that it leads to. */
const PROVIDER_PARAM = 'linkProvider'
const RESULT_PARAM = 'linkResult'

/** The same as parameters of an address. */
export function linkResultParams({ provider, result }: LinkResult): Readonly<Record<string, string>> {
  return { [PROVIDER_PARAM]: provider, [RESULT_PARAM]: result }
}

/** The query of an address: as a URL, as its parameters, or as the object that a framework makes of them. */
export type QueryInput =
  | URL
  | URLSearchParams
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * How linking an account ended, read from the query of the page that `auth.accounts.link` led to; `null` where the query does not say so. It
 * is for a message to the user: any link may have such a query, so what is linked is for `auth.accounts.list` to say.
 *
 * @example
 * ```ts
 * import { linkResult } from 'authwright'
 *
 * export function message(url: URL): string | undefined {
 *   const linked = linkResult(url)
 *   return linked?.result === 'otherUser' ? `Another user has this account of ${linked.provider}.` : undefined
 * }
 * ```
 */
export function linkResult(query: QueryInput): LinkResult | null {
  const read = (name: string): unknown => {
    if (query instanceof URL) return query.searchParams.get(name)
    return query instanceof URLSearchParams ? query.get(name) : query[name]
  }
  const [provider, result] = [read(PROVIDER_PARAM), read(RESULT_PARAM)]
  const isKnown = result === 'linked' || result === 'alreadyLinked' || result === 'otherUser'
  return typeof provider === 'string' && isKnown ? { provider, result } : null
}
