/** The cookie name of an impersonation. It is sent in addition to the session cookie of the actor. */
export function actorCookieName(sessionToken: string): string {
  return `${sessionToken}-actor`
}
