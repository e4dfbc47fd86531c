import { Auth, type AuthConfig } from '@auth/core'
import { SECRET } from '../../support/app.js'

/** Auth.js 5 itself, at the paths of our routes. What it logs is left out. */
export function authjs(config: AuthConfig): (request: Request) => Promise<Response> {
  const logger = { error: () => {}, warn: () => {}, debug: () => {} }
  return (request) => Auth(request, { basePath: '/auth', secret: SECRET, trustHost: true, logger, ...config })
}
