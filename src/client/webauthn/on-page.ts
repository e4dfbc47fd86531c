import type { RegisteredProviderId } from '../../builder/register.js'
import type { announce } from '../news.js'
import { signIn as enter, type PasskeyOptions, type PasskeyResult } from './sign-in.js'

/** The same for a page that shows the session, which shows the new one at once. */
export async function signIn(
  tell: typeof announce,
  basePath: `/${string}`,
  provider: RegisteredProviderId,
  options?: PasskeyOptions,
): Promise<PasskeyResult> {
  const given = { basePath, ...options }
  const result = await enter(provider, given)
  if (result.ok) await tell(given.basePath, { leaving: given.redirect !== false })
  return result
}
