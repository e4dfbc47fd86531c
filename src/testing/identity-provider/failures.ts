import type { Behaviour } from './behaviour.js'

/** Mistakes that an identity provider can make. */
export type ProviderFailure =
  | 'wrong signature'
  | 'wrong nonce'
  | 'wrong issuer'
  | 'wrong audience'
  | 'expired'
  /** The user refuses: the callback has `error=access_denied`. */
  | 'access denied'
  /** The token endpoint responds with status 500. */
  | 'server error'
  /** The token endpoint responds with an HTML page. */
  | 'HTML'
  /** The token endpoint does not respond. */
  | 'no response'

export function failing(failure: ProviderFailure): Partial<Behaviour> {
  switch (failure) {
    case 'wrong signature':
      return { idToken: withWrongSignature }
    case 'wrong nonce':
      return { claims: (claims) => ({ ...claims, nonce: 'of another request' }) }
    case 'wrong issuer':
      return { claims: (claims) => ({ ...claims, iss: 'https://other-provider.test' }) }
    case 'wrong audience':
      return { claims: (claims) => ({ ...claims, aud: 'another client' }) }
    case 'expired':
      return { claims: (claims) => ({ ...claims, exp: Number(claims['iat']) - 3_600 }) }
    case 'access denied':
      return { callback: denied }
    case 'server error':
      return atTokenEndpoint(() => new Response(null, { status: 500 }))
    case 'HTML':
      return atTokenEndpoint(
        () => new Response('<!doctype html><p>Maintenance', { headers: { 'content-type': 'text/html' } }),
      )
    case 'no response':
      return atTokenEndpoint(untilAborted)
  }
}

function withWrongSignature(token: string): string {
  const [header, payload, signature = ''] = token.split('.')
  const [first, ...rest] = signature
  return `${header}.${payload}.${first === 'A' ? 'B' : 'A'}${rest.join('')}`
}

export function denied(params: URLSearchParams): URLSearchParams {
  const { code: _, ...others } = Object.fromEntries(params)
  return new URLSearchParams({ ...others, error: 'access_denied' })
}

function atTokenEndpoint(
  respond: (init: RequestInit) => Response | Promise<Response>,
): Pick<Behaviour, 'respond'> {
  return { respond: ({ url, init }) => (url.pathname.endsWith('/token') ? respond(init) : undefined) }
}

/** Behaves like `fetch` for a server that does not respond. */
function untilAborted({ signal }: RequestInit): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
