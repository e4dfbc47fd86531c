/**
 * The refresh tokens of an identity provider. Each can be used once. If a token is used a second time, all
 * tokens of its sign-in are revoked.
 */
export interface RefreshTokens {
  /** Refresh tokens that were used a second time. */
  readonly reused: readonly string[]
  /** The subjects whose tokens the application has revoked. */
  readonly revokedSubjects: Set<string>
  /** The subject of an access token or a refresh token. */
  subjectOf(token: string): string
  /** Whether a token was revoked. */
  isRevoked(token: string): boolean
}

/** A token contains its kind, its subject and the number of its sign-in. */
export class RotatingTokens implements RefreshTokens {
  readonly reused: string[] = []
  readonly revokedSubjects = new Set<string>()
  readonly #issued = new Set<string>()
  readonly #used = new Set<string>()
  readonly #revoked = new Set<string>()
  #count = 0

  subjectOf(token: string): string {
    const [, subject = ''] = token.split('/')
    return decodeURIComponent(subject)
  }

  isRevoked(token: string): boolean {
    return this.#revoked.has(signInOf(token))
  }

  issue(subject: string): IssuedTokens {
    return this.#next(`${encodeURIComponent(subject)}/${this.#count++}`)
  }

  redeem(token: string): IssuedTokens | undefined {
    if (this.#used.has(token)) {
      this.reused.push(token)
      this.#revoked.add(signInOf(token))
    }
    if (!token.startsWith('refresh/') || this.isRevoked(token)) return undefined
    this.#used.add(token)
    return this.#next(signInOf(token))
  }

  revoke(token: string): void {
    if (!this.#issued.has(token)) return
    this.#revoked.add(signInOf(token))
    this.revokedSubjects.add(this.subjectOf(token))
  }

  #next(signIn: string): IssuedTokens {
    const tokens = {
      access_token: `access/${signIn}/${this.#count++}`,
      refresh_token: `refresh/${signIn}/${this.#count++}`,
    }
    this.#issued.add(tokens.access_token).add(tokens.refresh_token)
    return tokens
  }
}

interface IssuedTokens {
  readonly access_token: string
  readonly refresh_token: string
}

function signInOf(token: string): string {
  return token.split('/').slice(1, 3).join('/')
}
