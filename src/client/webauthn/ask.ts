/** The site's response to a script. */
export interface SiteAnswer {
  /** What a browser needs for a ceremony. */
  readonly options?: object
  /** Where to go. */
  readonly url?: string
  readonly error?: string
}

/** Posts fields to a route, with the token of the browser. */
export async function ask(
  route: string,
  basePath: string,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<SiteAnswer> {
  const headers = { accept: 'application/json', 'x-auth-return-redirect': '1' }
  const token = await fetch(`${basePath}/csrf`, { headers })
  // There is no token where the site does not check it.
  const { csrfToken } = token.ok ? ((await token.json()) as { csrfToken?: string }) : {}
  const given = Object.entries({ csrfToken, ...fields }).filter(([, value]) => value !== undefined)
  const body = new URLSearchParams(given as [string, string][])
  const response = await fetch(route, { method: 'POST', headers, body })
  return (await response.json()) as SiteAnswer
}
