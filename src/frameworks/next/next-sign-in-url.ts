import type { Instance } from '../../runtime/instance/instance.js'
import { signInUrl } from '../sign-in-url.js'
import { asNextWrites } from './trailing-slash.js'

/** The sign-in page, which leads on to `callbackUrl` afterwards: both as Next.js writes addresses. */
export function nextSignInUrl(
  instance: Instance,
  { origin }: { readonly origin: string },
  callbackUrl: string | undefined,
): string {
  const target = callbackUrl && asNextWrites(callbackUrl, origin)
  return asNextWrites(signInUrl(instance, { origin }, target), origin)
}
