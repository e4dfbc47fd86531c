import { type Html, html } from './http/html.js'

/*
 * What stands in for the parts of the package that a bundle leaves out. `imports` of package.json puts it in their place under the conditions
 * `authwright-without-…`, with which `.build()` refuses a configuration that needs them.
 */

/** The address of the page itself, which a link need not spell out. */
export const THIS_PAGE = ''

/** The error page of a bundle without built-in pages, for errors for which the application's page cannot be opened. */
export function renderErrorPage({
  error,
  homeUrl,
}: {
  readonly error?: string | undefined
  readonly homeUrl: string
}): { readonly html: string } {
  const page = html`<!doctype html>
<html lang="en"><title>Error</title><p>The request failed (${error ?? 'Error'}). <a href="${homeUrl}">Back to the start page</a></p></html>
`
  return { html: page.toString() }
}

/** The sign-in page of a bundle without passkeys. */
export const passkeyStyles: Html = html``

/** The form of a provider, unchanged. */
export function renderPasskeys(_option: unknown, form: Html): Html {
  return form
}

/** No script. */
export function renderPasskeyScript(_nonce: string): Html {
  return passkeyStyles
}
