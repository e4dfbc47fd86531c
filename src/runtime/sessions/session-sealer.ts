import type { AuthSpec } from '../../builder/spec.js'
import type { Clock } from '../clock.js'
import { createSealer, type Sealer } from '../crypto/sealer.js'
import { foreignSealer } from './foreign-sealer.js'

/** What a sealer of session tokens is made from. */
export interface SessionSealerParts {
  readonly spec: AuthSpec
  readonly secrets: readonly string[]
  readonly clock: Clock
}

/** Seals session tokens: as the application does, as Auth.js does, or as we do. */
export function sessionSealer(
  { spec: { jwt, options }, secrets: common, clock }: SessionSealerParts,
  cookieName: string,
): Sealer {
  const secrets = jwt.secret === undefined ? common : [jwt.secret].flat()
  const { encode, decode } = jwt
  if (encode || decode || options.compat === 'authjs') {
    return foreignSealer({ encode, decode, secrets, salt: cookieName, clock })
  }
  return createSealer({ secrets, purpose: 'session', audience: cookieName, clock })
}
