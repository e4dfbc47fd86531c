import type { RegisteredProviderId } from '../../builder/register.js'
import type { inTurn } from '../in-turn.js'
import type { navigate } from '../navigate.js'
import type { announce } from '../news.js'
import { enter } from './enter.js'
import type { PasskeyOptions } from './passkey-options.js'
import type { PasskeyResult } from './passkey-result.js'

/** The same for a page that shows the session, which shows the new one at once. It brings what it has loaded already. */
export async function signIn(
  tell: typeof announce,
  go: typeof navigate,
  turn: typeof inTurn,
  basePath: `/${string}`,
  provider: RegisteredProviderId,
  options?: PasskeyOptions,
): Promise<PasskeyResult> {
  const given = { basePath, ...options }
  const result = await enter(provider, given, turn)
  if (!result.ok) return result
  const leaving = given.redirect !== false
  await tell(given.basePath, { leaving })
  if (leaving) go(result.url)
  return result
}
