import { Verification } from '../../../errors.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import { isNumber, isObjectOf, isString } from '../../core/base/type-guards.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { LINK_TTL_SECONDS } from './link-lifetime.js'

export interface SignUpLink {
  /** The cookie of the sign-up has the same id. */
  readonly id: string
  readonly address: string
  /** The counter of `lastEnding` when the link was created. */
  readonly since: number
}

const isSignUpLink = isObjectOf<SignUpLink>({ id: isString, address: isString, since: isNumber })

function sealerFor(app: App, { origin }: Exchange): Sealer {
  return app.sealer({ purpose: 'password sign-up', audience: origin })
}

/**
 * Returns the key of the record that a link was used. Without this record, the link would work again after
 * its user was deleted or changed the e-mail address.
 */
function usedKey(linkId: string): string {
  return `sign-up-used:${linkId}`
}

/** No link is valid for longer than this time. */
const USED_TTL_SECONDS = LINK_TTL_SECONDS + SERVER_CLOCK_TOLERANCE_SECONDS

/** Returns the token of a sign-up link. The token is not stored. */
export async function signUpToken(link: SignUpLink, app: App, exchange: Exchange): Promise<string> {
  return sealerFor(app, exchange).seal({ ...link }, LINK_TTL_SECONDS)
}

export async function readSignUpToken(token: string, app: App, exchange: Exchange): Promise<SignUpLink> {
  const link = await sealerFor(app, exchange).open(token)
  if (!isSignUpLink(link)) throw new Verification('The link is incomplete, was changed, or has expired.')
  if ((await app.store.get(usedKey(link.id))) !== null) throw new Verification('The link was used before.')
  return link
}

export async function endSignUpLink(id: string, { store }: App): Promise<void> {
  await store.set(usedKey(id), 'used', USED_TTL_SECONDS)
}
