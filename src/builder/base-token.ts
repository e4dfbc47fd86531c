import type { DefaultJWT, JWT } from '../model/jwt.js'

/**
 * The token before any `jwt` callback has added to it. Claims that the application adds to `JWT` are
 * optional here, because nothing has put them there yet.
 */
export interface BaseToken extends DefaultJWT, Partial<Omit<JWT, keyof DefaultJWT>> {}
