import type { Environment } from './environment.js'
import { type Mount, publicPath } from './mount.js'

/**
 * The path of the routes, as a browser asks for it and without a slash at its end. An address without a path says nothing;
 * the option `/` says that there is none.
 */
export function basePathOf(
  option: string | undefined,
  { url }: Pick<Environment, 'url'>,
  mount: Mount,
): string {
  if (option) return publicPath(option.replace(/\/+$/, ''), mount)
  const path = url ? new URL(url).pathname.replace(/\/+$/, '') : ''
  return publicPath(path === '' ? mount.basePath : path, mount)
}
