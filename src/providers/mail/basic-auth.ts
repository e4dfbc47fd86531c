/** The value of an `Authorization` header with a user's name and password, each in ASCII (RFC 7617, section 2). */
export function basicAuth(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`
}
