import { InvalidCheck } from '../../../errors.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import { type Params, readParams, textParam } from '../../http/params.js'
import { withQuery } from '../../http/redirects.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { ownCallback } from './redirect-uri.js'

/*
 * A form post from the provider's page is a cross-site request, with which a browser sends neither the cookie of the flow nor
 * that of the session. The response is therefore sealed into a URL of this site, to which the browser is redirected: with that
 * request, it sends both.
 */

/** Seconds within which the browser follows the redirect. */
const MAX_AGE = 60

const PARAMETER = 'answer'

/** The URL to which the user agent that posted an authorization response is redirected. */
export async function keepFormPost(
  provider: ReadyOAuthProvider,
  instance: Instance,
  exchange: Exchange,
): Promise<string> {
  const answer = new URLSearchParams()
  for (const name of Object.keys(exchange.body)) {
    const value = textParam(exchange.body, name)
    if (value !== undefined) answer.set(name, value)
  }
  const sealed = await instance.answers.seal({ provider: provider.id, answer: answer.toString() }, MAX_AGE)
  return withQuery(ownCallback(provider, instance, exchange), { [PARAMETER]: sealed })
}

/** The authorization response in the URL of a redirect. Throws `InvalidCheck` if there is none. */
export async function keptFormPost(
  provider: ReadyOAuthProvider,
  instance: Instance,
  exchange: Exchange,
): Promise<Params> {
  const sealed = textParam(exchange.query, PARAMETER)
  const opened = sealed === undefined ? null : await instance.answers.open(sealed)
  const answer = opened?.['answer']
  if (typeof answer === 'string' && opened?.['provider'] === provider.id) {
    return readParams(new URLSearchParams(answer))
  }
  throw new InvalidCheck('The provider posts its answers, and this request holds none that was posted.')
}
