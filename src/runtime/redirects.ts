/** Longer targets, in characters, are refused: a flow keeps its target in a cookie of 4,096 bytes. */
const maxLength = 2_048

/**
 * The absolute URL of a target on our own origin, in visible ASCII, or `undefined` for anything else.
 * A target is a path that starts with one `/`, or an `http:` or `https:` URL.
 *
 * @param target - What a browser sent, or a callback returned.
 * @param origin - The application's origin, such as `https://app.test`.
 * @see https://www.rfc-editor.org/rfc/rfc9700.html#section-4.11
 */
export function safeRedirect(target: unknown, origin: string): string | undefined {
  if (typeof target !== 'string' || target.length > maxLength) return undefined
  if (!isPathOrWebUrl(target) || isMisleading(target)) return undefined
  const absolute = target.startsWith('/') ? origin + target : target
  const url = URL.canParse(absolute) ? new URL(absolute) : undefined
  if (!url || url.origin !== origin || url.username || url.password) return undefined
  return url.href.length <= maxLength && isInert(url) ? url.href : undefined
}

function isPathOrWebUrl(target: string): boolean {
  return /^(?:\/(?!\/)|https?:\/\/)/i.test(target)
}

/** Whether the text holds what URL parsers remove, or read as a slash. */
function isMisleading(target: string): boolean {
  return target !== target.trim() || /\p{Cc}/u.test(target) || /^[^?#]*\\/.test(target)
}

/** Whether the path still means the same to software that decodes it once more, or keeps the path only. */
function isInert({ href, pathname }: URL): boolean {
  const leaves = /^\/(?:\/|%2f|%5c)/i.test(pathname)
  const controls = /%(?:[01][0-9a-f]|7f)/i.test(pathname)
  return !leaves && !controls && /^[!-~]+$/.test(href)
}
