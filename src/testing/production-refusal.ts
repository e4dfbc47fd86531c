import { AuthError } from '../errors.js'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> } | undefined

export function refuse(): never {
  throw new AuthError(
    '`authwright/testing` signs in users without a password or provider, so it does not work if NODE_ENV is `production`. Set NODE_ENV to `test`.',
  )
}

export function refuseProduction(): void {
  if (typeof process !== 'undefined' && process?.env['NODE_ENV'] === 'production') refuse()
}
