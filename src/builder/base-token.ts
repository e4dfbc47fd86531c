import type { DefaultJWT, JWT } from '../model/jwt.js'
import type { Reason } from './reasons.js'

/**
 * The token before any `jwt` callback has added to it. Claims that the application adds to `JWT` are
 * optional here, because nothing has put them there yet.
 *
 * The type parameter is in no member: a compiler prints it where a claim is read that no token has.
 */
export interface BaseToken<_Hint extends string = Reason<'claimUnknown'>>
  extends DefaultJWT,
    Partial<Omit<JWT, keyof DefaultJWT>> {}
