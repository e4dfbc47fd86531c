import type { SpecOptions } from '../../../builder/auth-spec.js'
import type { PagesOptions } from '../../../options/pages-options.js'
import type { Environment } from './environment.js'

export interface Mount {
  /** Path of the routes if neither the configuration nor `AUTH_URL` sets one. */
  readonly basePath: string
  /** Path prefix of the application, such as `/app`; empty at the root. Configured paths may omit it. */
  readonly prefix: string
}

export const standardMount: Mount = { basePath: '/auth', prefix: '' }

/**
 * Adds the prefix of the application to a path. Returns an absolute URL, or a path that already has the
 * prefix, unchanged.
 */
export function publicPath(path: string, { prefix }: Mount): string {
  const hasPrefix = path.startsWith(prefix) && /^(?:[/?#]|$)/.test(path.slice(prefix.length))
  if (hasPrefix || !path.startsWith('/')) return path
  return path === '/' ? prefix : prefix + path
}

export function mountBelow(appBasePath: string | undefined, mount: Mount): Mount {
  const prefix = appBasePath?.replace(/\/+$/, '')
  return prefix ? { ...mount, prefix } : mount
}

/**
 * Returns the path of the routes, without a slash at its end. The option `/` puts the routes at the root of
 * the application.
 */
function basePathOf(option: string | undefined, { url }: Pick<Environment, 'url'>, mount: Mount): string {
  const path = option || (url ? new URL(url).pathname : '')
  const withoutSlash = path.replace(/\/+$/, '') || (option ? '/' : mount.basePath)
  const basePath = publicPath(withoutSlash, mount).replace(/\/$/, '')
  // Browsers percent-encode other characters in the path.
  return /^[!-~]*$/.test(basePath) ? basePath : new URL(`http://localhost${basePath}`).pathname
}

export interface Paths {
  readonly mount: Mount
  /** Path of the routes with the prefix, as a browser requests it. */
  readonly basePath: string
  readonly home: string
}

export function pathsOf(
  { appBasePath, basePath }: Pick<SpecOptions, 'appBasePath' | 'basePath'>,
  environment: Pick<Environment, 'url'>,
  mounted: Mount,
): Paths {
  const mount = mountBelow(appBasePath, mounted)
  return { mount, basePath: basePathOf(basePath, environment, mount), home: publicPath('/', mount) }
}

export function signInPath({
  spec,
  basePath,
}: {
  readonly spec: { readonly pages: PagesOptions }
  readonly basePath: string
}): string {
  return spec.pages.signIn ?? `${basePath}/signin`
}

const replaceable: Readonly<Record<string, keyof PagesOptions>> = {
  signin: 'signIn',
  signout: 'signOut',
  error: 'error',
  'verify-request': 'verifyRequest',
  account: 'account',
}

/**
 * Adds the prefix to the paths of custom pages. Omits pages whose built-in route would redirect to itself,
 * directly or through other pages. Such a route shows the built-in page instead.
 */
export function pagesOf(configured: PagesOptions, basePath: string, mount: Mount): PagesOptions {
  const paths = Object.entries(configured) as [keyof PagesOptions, string | false][]
  const entries = paths.map(([page, path]) => [page, path && publicPath(path, mount)] as const)
  const pages: PagesOptions = Object.fromEntries(entries)
  return Object.fromEntries(entries.filter(([page]) => !redirectsToItself(page, pages, basePath)))
}

function redirectsToItself(page: keyof PagesOptions, pages: PagesOptions, basePath: string): boolean {
  let next: keyof PagesOptions | undefined = page
  for (let steps = Object.keys(pages).length; next && steps > 0; steps--) {
    next = routeOf(pages[next], basePath)
    if (next === page) return true
  }
  return false
}

function routeOf(url: string | false | undefined, basePath: string): keyof PagesOptions | undefined {
  if (!url) return undefined
  const path = url.replace(/[?#].*/s, '')
  if (!path.startsWith(`${basePath}/`)) return undefined
  const [name = '', provider, ...others] = path.slice(basePath.length + 1).split('/')
  // The path of the sign-in page may also contain the id of a provider.
  const isPage = others.length === 0 && (provider === undefined || (name === 'signin' && provider !== ''))
  return isPage && Object.hasOwn(replaceable, name) ? replaceable[name] : undefined
}
