import type { TokenRequestContext } from '../../../providers/kinds/oauth.js'
import { discreetly, secretsIn } from '../../instance/discreetly.js'
import type { Instance } from '../../instance/instance.js'
import { createFetch } from '../../outgoing/fetch.js'
import type { Params } from '../../request/params.js'
import type { Flow } from './flow-cookies.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { checkedTokens, type TokenAnswer } from './token-answer.js'

/** Has the provider's `token.request` exchange the code, and checks what it returns as any answer. */
export async function ownTokenRequest(
  provider: ReadyOAuthProvider,
  params: Params,
  { state, nonce, codeVerifier: code_verifier, redirectUri: callbackUrl }: Flow,
  instance: Instance,
): Promise<TokenAnswer> {
  const { token } = provider
  const context = {
    params: { ...params } as Record<string, string>,
    checks: { state, nonce, code_verifier },
    provider: { ...provider, callbackUrl } as TokenRequestContext['provider'],
    fetch: createFetch({ fetch: instance.askOf(provider) }),
  }
  const answer = await discreetly(
    () => (typeof token === 'object' ? token.request?.(context) : undefined),
    () => secretsIn(params, provider, { token: code_verifier }),
  )
  return checkedTokens(Object(answer).tokens)
}
