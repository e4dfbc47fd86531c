import type { Tagged } from 'type-fest'
import { hasControlCharacter } from '../base/unicode.js'

/** Longer targets, in characters, are refused: a flow keeps its target in a cookie of 4,096 bytes. */
const MAX_TARGET = 2_048

/** Where an application is. */
export interface RedirectScope {
  /** Such as `https://app.test`. */
  readonly origin: string
  /** The path of the application below its origin, such as `/app`; empty at the top. */
  readonly prefix: string
}

/**
 * The absolute URL of a target on the application's own origin, in visible ASCII, or `undefined` for anything else. A target is a path
 * that starts with one `/`, or an `http:` or `https:` URL. The rule holds for the path below the prefix, too: a framework or a
 * proxy that removes the prefix gets a path that stays on the site.
 *
 * @param target - A value from a browser, or the return value of a callback.
 * @param prefix - The path of the application below its origin, such as `/app`; empty at the top.
 * @see https://www.rfc-editor.org/rfc/rfc9700.html#section-4.11
 */
export function safeRedirect(target: unknown, origin: string, prefix: string): string | undefined {
  if (typeof target !== 'string' || target.length > MAX_TARGET) return undefined
  if (!isPathOrWebUrl(target) || isMisleading(target)) return undefined
  const absolute = target.startsWith('/') ? origin + target : target
  const url = URL.canParse(absolute) ? new URL(absolute) : undefined
  if (!url || url.origin !== origin || url.username || url.password) return undefined
  const { href, pathname } = url
  const stays = isInert(pathname) && isInert(below(prefix, pathname) ?? pathname)
  return stays && href.length <= MAX_TARGET ? href : undefined
}

/** The URL that `callbacks.redirect` returned, or `undefined` if it is not allowed. It may be on another site, but must be a web page. */
export function allowedTarget(chosen: unknown, { origin, prefix }: RedirectScope): string | undefined {
  if (typeof chosen !== 'string') return undefined
  const url = URL.canParse(chosen) ? new URL(chosen) : undefined
  if (!url || url.origin === origin) return safeRedirect(chosen, origin, prefix)
  const isPage = ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password
  return isPage && url.href.length <= MAX_TARGET ? url.href : undefined
}

/** A redirect target that `redirectTarget` made. A framework's redirect function takes no other string. */
export type RedirectTarget = Tagged<string, 'RedirectTarget'>

/**
 * What a framework's redirect function takes for a page of the application: the whole URL, the path below the origin, or the
 * path below the prefix, where the framework adds the prefix itself.
 */
export type RedirectForm = 'url' | 'path' | 'path below the prefix'

/**
 * The target of a redirect, in the form that a framework takes. The check comes after the origin and the prefix are removed: a
 * rest that would lead off the site, or is outside of the prefix, keeps the whole URL.
 *
 * @param url - An absolute URL: a checked target, a page of the application, or an address of a provider.
 */
export function redirectTarget(
  url: string,
  { origin, prefix }: RedirectScope,
  form: RedirectForm,
): RedirectTarget {
  const whole = new URL(url).href
  if (form === 'url' || new URL(url).origin !== origin) return whole as RedirectTarget
  const path = whole.slice(origin.length)
  const rest = form === 'path' ? path : below(prefix, path)
  const stays = rest !== undefined && !isMisleading(rest) && isInert(new URL(origin + rest).pathname)
  return (stays ? rest : whole) as RedirectTarget
}

function isPathOrWebUrl(target: string): boolean {
  return /^(?:\/(?!\/)|https?:\/\/)/i.test(target)
}

/** Whether the target holds what URL parsers remove, or read as a slash. */
function isMisleading(target: string): boolean {
  return target !== target.trim() || hasControlCharacter(target) || /^[^?#]*\\/.test(target)
}

/** Whether a path stays on the site where software decodes it once more, or keeps the path only. */
function isInert(path: string): boolean {
  return !/^\/(?:\/|%2f|%5c)|%(?:[01][0-9a-f]|7f)/i.test(path)
}

/** A path below a prefix; `undefined` where it is outside. */
function below(prefix: string, path: string): string | undefined {
  if (!path.startsWith(prefix)) return undefined
  const rest = path.slice(prefix.length)
  if (rest.startsWith('/')) return rest
  return /^[?#]|^$/.test(rest) ? `/${rest}` : undefined
}

/** A URL with parameters added to its query. Those that are `undefined` are left out. */
export function withQuery(base: string, params: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(base)
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}
