import { Auth, type AuthConfig } from '@auth/core'
import { SECRET } from '../../support/app.js'

/** Auth.js 5 at the paths of our routes. Its log messages are dropped. */
export function authjs(config: AuthConfig): (request: Request) => Promise<Response> {
  const logger = { error: () => {}, warn: () => {}, debug: () => {} }
  return (request) => Auth(request, { basePath: '/auth', secret: SECRET, trustHost: true, logger, ...config })
}
