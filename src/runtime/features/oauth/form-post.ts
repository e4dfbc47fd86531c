import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import { type Params, readParams, searchParamsOf, textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import type { App } from '../../core/object-lifetimes.js'
import type { OAuthCall } from './openid-extension.js'
import { ownCallback } from './redirect-proxy.js'

/*
 * The provider lets the browser post the authorization response.
 *
 * @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */

/** The browser must follow the redirect within this time. The tolerance is for servers whose clock is ahead. */
const MAX_AGE_SECONDS = 60 + SERVER_CLOCK_TOLERANCE_SECONDS

/** In characters. Sealing adds a third, and Node.js accepts 16,384 bytes of headers including the URL. */
const MAX_FORM_LENGTH = 9_500

const PARAM = 'form'

/**
 * Returns a URL of the callback that contains the sealed form, for a redirect. Browsers send a form post
 * without the flow and session cookies, because it is a cross-site request. They send them with the
 * redirected request.
 */
export async function sealFormPost(call: OAuthCall): Promise<string> {
  const { provider, app, exchange } = call
  const form = searchParamsOf(exchange.body).toString()
  if (form.length > MAX_FORM_LENGTH)
    throw new InvalidRequest(
      `The authorization response has more than ${MAX_FORM_LENGTH} characters, so it does not fit into the URL of the callback.`,
    )
  const sealed = await app.get(formPostSealer).seal({ provider: provider.id, form }, MAX_AGE_SECONDS)
  return withQuery(ownCallback(call), { [PARAM]: sealed })
}

export async function openFormPost({ provider, app, exchange }: OAuthCall): Promise<Params> {
  const sealed = textParam(exchange.query, PARAM)
  const { provider: id, form } = (sealed !== undefined && (await app.get(formPostSealer).open(sealed))) || {}
  if (typeof form === 'string' && id === provider.id) return readParams(new URLSearchParams(form))
  throw new InvalidCheck(
    'The provider sends authorization responses as form posts, and this request contains no valid response. The response may have expired. Start the sign-in again.',
  )
}

function formPostSealer({ sealer }: App): Sealer {
  return sealer({ purpose: 'form post', audience: 'callback' })
}
