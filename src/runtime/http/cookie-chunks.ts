import type { NamedCookie } from './cookie-policy.js'
import { clearCookie, type RequestCookies, type ResponseCookie } from './cookies.js'

/**
 * Reads what `writeChunked` wrote. `undefined` when a part is missing, occurs twice or is unreadable, and
 * when the undivided cookie stands beside parts: pieces of two values are never put together.
 */
export function readChunked(name: string, request: RequestCookies): string | undefined {
  const count = chunkNames(name, request).length
  if (count === 0) return request.get(name)
  if (request.has(name)) return undefined
  let value = ''
  for (let index = 0; index < count; index++) {
    const part = request.get(`${name}.${index}`)
    // No part is ever written empty: it was left over, or put there.
    if (!part) return undefined
    value += part
  }
  return value
}

/** Deletes every cookie of the request that holds the value or a part of it. */
export function clearChunked(base: NamedCookie, request: RequestCookies): readonly ResponseCookie[] {
  const held = heldNames(base.name, request).map((name) => clearCookie(name, base.options))
  return [...clearTwin(base, request), ...held]
}

/** Deletes the cookie that stood in the place of this one before it had a domain. */
export function clearTwin({ twin }: NamedCookie, request: RequestCookies): readonly ResponseCookie[] {
  return twin ? clearChunked(twin, request) : []
}

/** The names in the request that hold the value or a part of it. */
export function heldNames(base: string, request: RequestCookies): string[] {
  const names = chunkNames(base, request)
  if (request.has(base)) names.unshift(base)
  return names
}

/** The names in the request that are the base name and an index from 0 to 9. */
function chunkNames(base: string, request: RequestCookies): string[] {
  const names: string[] = []
  for (const name of request.names()) {
    if (name.length === base.length + 2 && name.startsWith(base) && /[.]\d$/.test(name)) names.push(name)
  }
  return names
}
