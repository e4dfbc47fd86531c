import type { Tagged } from 'type-fest'
import { parseUrl } from '../../../model/parse-url.js'
import { hasControlCharacter } from '../base/unicode.js'

/** The cookie of a flow contains the target, and has at most 4,096 bytes. */
const MAX_TARGET_LENGTH = 2_048

export interface RedirectScope {
  readonly origin: string
  /** Path prefix of the application, such as `/app`; empty at the root. */
  readonly prefix: string
}

/**
 * Returns the target as an absolute URL in visible ASCII, or `undefined` if it may lead to another origin. A
 * framework or a proxy may remove the path prefix, so the remaining path must also stay on the same origin.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700.html#section-4.11
 */
export function safeRedirect(target: unknown, origin: string, prefix: string): string | undefined {
  if (typeof target !== 'string' || target.length > MAX_TARGET_LENGTH) return undefined
  if (!isPathOrWebUrl(target) || isMisleading(target)) return undefined
  const absolute = target.startsWith('/') ? origin + target : target
  const url = parseUrl(absolute)
  if (!url || url.origin !== origin || url.username || url.password) return undefined
  const { href, pathname } = url
  const staysOnSite = staysOnOrigin(pathname) && staysOnOrigin(below(prefix, pathname) ?? pathname)
  return staysOnSite && href.length <= MAX_TARGET_LENGTH ? href : undefined
}

/**
 * Returns the URL that a callback has chosen, or `undefined` if it is not allowed. Accepts a path, or an HTTP
 * or HTTPS URL without credentials, which may lead to another site.
 */
export function allowedTarget(chosen: unknown, { origin, prefix }: RedirectScope): string | undefined {
  if (typeof chosen !== 'string') return undefined
  const url = parseUrl(chosen)
  if (!url || url.origin === origin) return safeRedirect(chosen, origin, prefix)
  const isPage = ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password
  return isPage && url.href.length <= MAX_TARGET_LENGTH ? url.href : undefined
}

/** The target of a redirect. The type keeps other strings out of the redirect functions of frameworks. */
export type RedirectTarget = Tagged<string, 'RedirectTarget'>

/** `'path below the prefix'` is for frameworks that add the prefix themselves. */
export type RedirectForm = 'url' | 'path' | 'path below the prefix'

/**
 * Converts the URL of a redirect to the form that a framework expects. Keeps the full URL if the result would
 * lead to another origin or out of the prefix.
 */
export function redirectTarget(
  url: string,
  { origin, prefix }: RedirectScope,
  form: RedirectForm,
): RedirectTarget {
  const { href: whole, origin: targetOrigin } = new URL(url)
  if (form === 'url' || targetOrigin !== origin) return whole as RedirectTarget
  const path = whole.slice(origin.length)
  const rest = form === 'path' ? path : below(prefix, path)
  const staysOnSite =
    rest !== undefined && !isMisleading(rest) && staysOnOrigin(new URL(origin + rest).pathname)
  return (staysOnSite ? rest : whole) as RedirectTarget
}

function isPathOrWebUrl(target: string): boolean {
  return /^(?:\/(?!\/)|https?:\/\/)/i.test(target)
}

/** Whether the target contains characters that URL parsers remove, or treat as a slash. */
function isMisleading(target: string): boolean {
  return target !== target.trim() || hasControlCharacter(target) || /^[^?#]*\\/.test(target)
}

/**
 * Whether a path stays on its origin, even if other software decodes the path again or removes the origin.
 */
function staysOnOrigin(path: string): boolean {
  return !/^\/(?:\/|%2f|%5c)|%(?:[01][0-9a-f]|7f)/i.test(path)
}

function below(prefix: string, path: string): string | undefined {
  if (!path.startsWith(prefix)) return undefined
  const rest = path.slice(prefix.length)
  if (rest.startsWith('/')) return rest
  return /^[?#]|^$/.test(rest) ? `/${rest}` : undefined
}

export function withQuery(base: string, params: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(base)
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}
