import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import { type Params, readParams, searchParamsOf, textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import type { App } from '../../core/lifetimes.js'
import type { OAuthCall } from './openid-extension.js'
import { ownCallback } from './redirect-proxy.js'

/*
 * The response mode `form_post`: the provider lets the browser post the authorization response.
 *
 * @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */

/**
 * Seconds within which the browser must follow the redirect. The tolerance is for a server whose clock is
 * ahead.
 */
const MAX_AGE_SECONDS = 60 + SERVER_CLOCK_TOLERANCE_SECONDS

/**
 * Maximum length of a form post, in characters. Sealing makes the form a third longer, and Node.js accepts
 * 16,384 bytes of headers including the URL.
 */
const MAX_FORM_LENGTH = 9_500

/** The query parameter with the sealed form post. */
const PARAM = 'answer'

/**
 * Returns the URL of this site to which a form post is redirected. The form post is a cross-site request, so
 * browsers send it without the flow and session cookies. Browsers send these cookies with the redirected
 * request, whose URL contains the sealed form. Throws `InvalidRequest` if the form is too long for a URL.
 */
export async function sealFormPost(call: OAuthCall): Promise<string> {
  const { provider, app, exchange } = call
  const form = searchParamsOf(exchange.body).toString()
  if (form.length > MAX_FORM_LENGTH)
    throw new InvalidRequest(
      `The authorization response has more than ${MAX_FORM_LENGTH} characters, so it does not fit into the URL of the callback.`,
    )
  const sealed = await app.get(formPostSealer).seal({ provider: provider.id, answer: form }, MAX_AGE_SECONDS)
  return withQuery(ownCallback(call), { [PARAM]: sealed })
}

/**
 * Returns the authorization response in the URL of `sealFormPost`. Throws `InvalidCheck` if the URL contains
 * no valid response.
 */
export async function openFormPost({ provider, app, exchange }: OAuthCall): Promise<Params> {
  const sealed = textParam(exchange.query, PARAM)
  const { provider: id, answer: form } =
    (sealed !== undefined && (await app.get(formPostSealer).open(sealed))) || {}
  if (typeof form === 'string' && id === provider.id) return readParams(new URLSearchParams(form))
  throw new InvalidCheck(
    'The provider sends authorization responses as form posts, and this request contains no valid response. The response may have expired. Start the sign-in again.',
  )
}

/** Seals a form post until the browser has followed a redirect. */
function formPostSealer({ sealer }: App): Sealer {
  return sealer({ purpose: 'posted answer', audience: 'callback' })
}
