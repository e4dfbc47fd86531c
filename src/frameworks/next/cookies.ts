import type { CookieWriter, ResponseCookie } from '../../runtime/port.js'
import { nextError } from './control-flow.js'

export interface NextCookies {
  getAll(): readonly { readonly name: string; readonly value: string }[]
  set(name: string, value: string, options: object): unknown
}

/**
 * Returns the `Cookie` header with the changes that code has made. Next.js keeps only the last of several cookies with
 * the same name, so the original pairs are kept unless the value has changed.
 */
export function currentCookies(header: string, current: ReturnType<NextCookies['getAll']>): string {
  const sent = header
    .split(/; */)
    .filter((pair) => pair !== '')
    .map((pair) => ({ pair, name: pair.split('=', 1)[0] as string }))
  const originalValues = new Map(sent.flatMap(({ pair, name }) => parsePair(pair, name)))
  const currentValues = new Map(current.map(({ name, value }) => [name, value]))
  const isUnchanged = (name: string): boolean => originalValues.get(name) === currentValues.get(name)
  const changed = [...currentValues].filter(([name, value]) => value !== '' && !isUnchanged(name))
  return [
    ...sent.filter(({ name }) => isUnchanged(name)).map(({ pair }) => pair),
    ...changed.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ].join('; ')
}

/** Parses a cookie in the same way as Next.js. */
function parsePair(pair: string, name: string): [name: string, value: string][] {
  const equals = pair.indexOf('=')
  if (equals === -1) return [[name, 'true']]
  try {
    return [[name, decodeURIComponent(pair.slice(equals + 1))]]
  } catch {
    return []
  }
}

/** Sets cookies through Next.js. In server components, this throws an error that is not a control-flow error. */
export function writerOf(cookies: NextCookies): CookieWriter {
  return {
    set: (changes) => setCookies(cookies, changes),
    isLate: (error) => nextError(error) === undefined,
  }
}

export function setCookies(target: NextCookies, cookies: readonly ResponseCookie[]): void {
  for (const { name, value, options } of cookies) target.set(name, value, options)
}
