import type { IdentityProvider } from './identity-provider.js'

/** The refresh tokens of an identity provider, each of which may be used once. With one token, all of its sign-in are revoked. */
export class RotatingTokens {
  /** Those that were sent again. */
  readonly reused: string[] = []
  /** The subjects whose tokens were revoked. */
  readonly ended = new Set<string>()
  private readonly used = new Set<string>()
  private readonly revoked = new Set<string>()
  private count = 0

  constructor(idp: IdentityProvider) {
    idp.misbehave({
      discovery: (document) => ({
        ...document,
        end_session_endpoint: `${idp.issuer}/logout`,
        revocation_endpoint: `${idp.issuer}/revoke`,
      }),
      token: (tokens) => {
        const subject = String(idp.person['sub'])
        const grant = `${subject}/${this.count++}`
        return {
          ...tokens,
          access_token: this.next('access', grant),
          refresh_token: this.next('refresh', grant),
        }
      },
      respond: async ({ url, init }) => {
        const form = new URLSearchParams(String(init.body))
        if (url.pathname === '/revoke') return this.revoke(form.get('token') ?? '')
        if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
        return this.refresh(form.get('refresh_token') ?? '')
      },
    })
  }

  /** The subject whose access token it is. */
  subjectOf(token: string): string {
    const [, subject = ''] = token.split('/')
    return subject
  }

  /** Whether the provider accepts it no more. */
  isRevoked(token: string): boolean {
    return this.revoked.has(grantOf(token))
  }

  private revoke(token: string): Response {
    this.revoked.add(grantOf(token))
    this.ended.add(this.subjectOf(token))
    return new Response(null, { status: 200 })
  }

  private refresh(token: string): Response {
    if (this.used.has(token)) this.reused.push(token)
    if (this.used.has(token) || this.isRevoked(token)) {
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    this.used.add(token)
    return Response.json({
      access_token: this.next('access', grantOf(token)),
      token_type: 'Bearer',
      expires_in: 300,
      refresh_token: this.next('refresh', grantOf(token)),
    })
  }

  private next(kind: 'access' | 'refresh', grant: string): string {
    return `${kind}/${grant}/${this.count++}`
  }
}

function grantOf(token: string): string {
  return token.split('/').slice(1, 3).join('/')
}
