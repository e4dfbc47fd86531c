import type { Incoming } from './http/incoming.js'
import { splitUrl } from './http/request-url.js'
import type { App } from './object-lifetimes.js'
import { appRoute } from './route-table.js'

const MAX_PATH_LENGTH = 200

/**
 * Warns if a request is for a route below another base path. In production, there is no warning, because any
 * client can send such a request.
 */
export function warnOfBasePath({ url }: Pick<Incoming, 'url'>, app: App): void {
  const { basePath, mount, environment, warnOnce } = app
  const { path } = splitUrl(url)
  if (environment.isProduction || path.length > MAX_PATH_LENGTH) return
  const segments = path.split('/')
  const base = [segments.slice(0, -1), segments.slice(0, -2)]
    .map((each) => each.join('/'))
    .find((each) => each !== '' && appRoute(path, app, each))
  if (base === undefined || base === basePath) return
  const isPrefixed = mount.prefix !== '' && base.startsWith(`${mount.prefix}/`)
  const option = isPrefixed ? base.slice(mount.prefix.length) : base
  warnOnce(
    'base-path',
    `There is no route at ${path}, because the base path is ${basePath || '/'}. If the routes are mounted at ${base}, set the option basePath: '${option}'.`,
  )
}
