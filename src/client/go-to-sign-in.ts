/** In place of this page: somebody who goes back from there does not want to be sent there again. */
export function goToSignIn(basePath: string): void {
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })
  location.replace(`${basePath}/signin?${query}`)
}
