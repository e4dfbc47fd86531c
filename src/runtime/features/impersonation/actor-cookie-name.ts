export function actorCookieName(sessionToken: string): string {
  return `${sessionToken}-actor`
}
