/** Replaces this page: going back from there must not lead there again. */
export function goToSignIn(basePath: string): void {
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })
  location.replace(`${basePath}/signin?${query}`)
}
