import { parseJwe } from '../crypto/jwe.js'
import type { Sealer } from '../crypto/sealer.js'

const CONSEQUENCE = 'A session token cannot be read, and its user counts as signed out. '

/** Why a session token cannot be read, without any of it; `undefined` for one that has expired only. */
export async function unreadableReason(
  token: string,
  sealer: Pick<Sealer, 'openAtAnyTime' | 'hasKeyOf'>,
): Promise<string | undefined> {
  if (await sealer.openAtAnyTime(token)) return undefined
  const known = await sealer.hasKeyOf(token)
  if (known === undefined)
    return `${CONSEQUENCE}\`decode\` of the option \`jwt\` returned null for it, or threw.`
  if (!parseJwe(token)) {
    return `${CONSEQUENCE}The cookie is damaged: it holds no whole token. Another program may set a cookie of this name.`
  }
  return known
    ? `${CONSEQUENCE}It is damaged, or was made for another host: its key is one of this application.`
    : `${CONSEQUENCE}Its key is unknown: it was sealed with another secret, or under another cookie name or host. ` +
        'Where AUTH_SECRET was changed, set both, the new one first, until old sessions have ended.'
}
