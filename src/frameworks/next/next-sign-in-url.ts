import type { Instance } from '../../runtime/compile.js'
import { signInUrl } from '../sign-in-url.js'
import { asNextWrites } from './trailing-slash.js'

/** The sign-in page, which leads on to `target` afterwards: both as Next.js writes addresses. */
export async function nextSignInUrl(
  instance: Instance,
  { origin }: { readonly origin: string },
  target: string | undefined,
): Promise<string> {
  const absolute = target?.startsWith('/') ? origin + target : target
  const written = absolute && URL.canParse(absolute) ? asNextWrites(absolute, origin) : absolute
  return asNextWrites(await signInUrl(instance, { origin }, written), origin)
}
