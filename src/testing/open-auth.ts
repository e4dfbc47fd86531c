import { AuthError } from '../errors.js'
import { type Port, portForTests } from '../runtime/port.js'
import { refuse } from './refuse.js'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> } | undefined

/** What `.build()` returns, or a function of it that reads the session: `auth`, or `getSession` of SolidStart. */
export interface BuiltAuth {
  /** Exists in types only. */
  readonly '~types'?: object | undefined
}

/** The port of a configuration. Throws `AuthError` in production, and for anything that `.build()` did not return. */
export function portOf(auth: BuiltAuth): Port {
  refuseProduction()
  const { [portForTests]: port } = auth as { readonly [portForTests]?: () => Port }
  if (port) return port()
  throw new AuthError(
    'This is not the result of `.build()`. Pass what `.build()` returned, or its function `auth` or `getSession`.',
  )
}

/** Throws `AuthError` where `NODE_ENV` is `production`. */
export function refuseProduction(): void {
  if (typeof process !== 'undefined' && process?.env['NODE_ENV'] === 'production') refuse()
}
