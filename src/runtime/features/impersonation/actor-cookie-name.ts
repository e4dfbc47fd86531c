/**
 * The cookie name of an impersonation. The browser sends this cookie in addition to the session cookie of the
 * actor.
 */
export function actorCookieName(sessionToken: string): string {
  return `${sessionToken}-actor`
}
