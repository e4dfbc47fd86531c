import type { Instance } from '../runtime/compile.js'
import { withQuery } from '../runtime/http/redirects.js'

/**
 * The sign-in page, which leads on to `target` afterwards: a page of the application reads `callbackUrl` as well, so it names no
 * other site than `callbacks.redirect` allows.
 */
export async function signInUrl(
  instance: Instance,
  { origin }: { readonly origin: string },
  target: string | undefined,
): Promise<string> {
  const { spec, basePath } = instance
  const callbackUrl = await allowedTarget(target, { origin }, instance)
  return withQuery(origin + (spec.pages.signIn ?? `${basePath}/signin`), { callbackUrl })
}

/**
 * The absolute URL of a target that a request or the application names, or of the first page where it is not allowed. `undefined` without a
 * target, and for one that is no URL.
 */
export async function allowedTarget(
  target: string | undefined,
  { origin }: { readonly origin: string },
  { callbacks }: Pick<Instance, 'callbacks'>,
): Promise<string | undefined> {
  return target !== undefined && URL.canParse(target, origin) ? callbacks.redirect(target, origin) : undefined
}
