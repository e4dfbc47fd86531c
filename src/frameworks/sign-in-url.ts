import type { Instance } from '../runtime/instance/instance.js'
import { withQuery } from '../runtime/with-query.js'

/** The sign-in page, which leads on to `callbackUrl` afterwards. */
export function signInUrl(
  { spec: { pages }, basePath }: Instance,
  { origin }: { readonly origin: string },
  callbackUrl: string | undefined,
): string {
  return withQuery(origin + (pages.signIn ?? `${basePath}/signin`), { callbackUrl })
}
