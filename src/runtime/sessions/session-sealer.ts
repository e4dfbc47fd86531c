import type { AuthSpec } from '../../builder/spec.js'
import { whenKnown } from '../base/awaitable.js'
import type { Clock } from '../base/clock.js'
import { createSealer, type Sealer } from '../crypto/sealer.js'
import type { ForeignSealerOptions } from './foreign-sealer.js'
import { sessionSalt } from './session-audience.js'
import { CLOCK_TOLERANCE } from './session-renewal.js'
import type { SessionOrigin } from './session-strategy.js'

/** What a sealer of session tokens is made from. */
export interface SessionSealerParts {
  readonly spec: AuthSpec
  readonly secrets: readonly string[]
  readonly clock: Clock
}

/** Seals session tokens for one site: as the application does, as Auth.js does, or as we do. */
export function sessionSealer(
  { spec: { jwt, options }, secrets: common, clock }: SessionSealerParts,
  cookieName: string,
  audience: string,
): Sealer {
  const secrets = jwt.secret === undefined ? common : [jwt.secret].flat()
  const { encode, decode } = jwt
  if (encode || decode || options.compat === 'authjs') {
    return lazyForeignSealer({ encode, decode, secrets, salt: cookieName, audience, clock })
  }
  return createSealer({
    secrets,
    purpose: 'session',
    audience: sessionSalt(cookieName, audience),
    clock,
    clockSkew: CLOCK_TOLERANCE,
  })
}

/** Loads the code for other formats than ours with the first token, because few applications need it. */
function lazyForeignSealer(options: ForeignSealerOptions): Sealer {
  let sealer: Sealer | undefined
  const load = async (): Promise<Sealer> => {
    const { foreignSealer } = await import('#compat/sessions/foreign-sealer')
    sealer ??= foreignSealer(options)
    return sealer
  }
  return {
    seal: async (payload, maxAge) => (sealer ?? (await load())).seal(payload, maxAge),
    open: (token) => whenKnown(sealer ?? load(), (loaded) => loaded.open(token)),
    openAtAnyTime: (token) => whenKnown(sealer ?? load(), (loaded) => loaded.openAtAnyTime(token)),
    hasKeyOf: async (token) => (await load()).hasKeyOf(token),
  }
}

/** What every session token holds; no callback can change it. */
export interface SealedClaims extends Record<string, unknown> {
  readonly sub: string
  readonly iat: number
  readonly exp: number
  /** No callback is shown it, so no claim of theirs is in its way. */
  readonly '~session': SessionOrigin
}

/** Whether an opened token is one of a session. Written by hand, because every session that is read comes by here. */
export function isSealedClaims(claims: Record<string, unknown>): claims is SealedClaims {
  const { sub, iat, exp, '~session': session } = claims
  if (typeof sub !== 'string' || sub === '' || typeof iat !== 'number' || typeof exp !== 'number')
    return false
  const { id, start, user, epoch, mark, device, refreshed, end } = Object(session) as {
    [Name in keyof SessionOrigin]?: unknown
  }
  if (typeof id !== 'string' || typeof start !== 'number') return false
  if (!isNumberIfAny(refreshed) || !isNumberIfAny(end)) return false
  const isDevice = device === undefined || (typeof device === 'object' && device !== null)
  return isTextIfAny(user) && isTextIfAny(epoch) && isTextIfAny(mark) && isDevice
}

function isNumberIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'number'
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}
