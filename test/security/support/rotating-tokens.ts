import type { IdentityProvider } from '../../support/identity-provider.js'

/** The refresh tokens of an identity provider, each of which may be used once. */
export class RotatingTokens {
  /** Those that were sent again. */
  readonly reused: string[] = []
  private readonly used = new Set<string>()
  private count = 0

  constructor(idp: IdentityProvider) {
    idp.misbehave({
      token: (tokens) => ({ ...tokens, refresh_token: this.next('refresh', String(idp.person['sub'])) }),
      respond: async ({ url, init }) => {
        const form = new URLSearchParams(String(init.body))
        if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
        return this.refresh(form.get('refresh_token') ?? '')
      },
    })
  }

  /** The subject whose access token it is. */
  subjectOf(token: string): string {
    const [kind, subject = ''] = token.split('/')
    return kind === 'access' ? subject : token
  }

  private refresh(token: string): Response {
    if (this.used.has(token)) {
      this.reused.push(token)
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    this.used.add(token)
    const [, subject = ''] = token.split('/')
    return Response.json({
      access_token: this.next('access', subject),
      token_type: 'Bearer',
      expires_in: 300,
      refresh_token: this.next('refresh', subject),
    })
  }

  private next(kind: 'access' | 'refresh', subject: string): string {
    return `${kind}/${subject}/${this.count++}`
  }
}
