import type { SpecOptions } from '../../../builder/spec.js'
import type { PagesOptions } from '../../../options/pages-options.js'
import type { Environment } from './environment.js'

/** Paths of the application and of its routes, as a framework serves them. */
export interface Mount {
  /** Path of the routes if neither the configuration nor `AUTH_URL` sets one. */
  readonly basePath: string
  /** Path prefix of the application; empty at the root. A configuration does not have to repeat it. */
  readonly prefix: string
}

/** Routes below `/auth`, in an application at the root. */
export const standardMount: Mount = { basePath: '/auth', prefix: '' }

/** Adds the prefix to a path, as a browser requests it. An absolute URL is unchanged. */
export function publicPath(path: string, { prefix }: Mount): string {
  if (prefix === '' || !path.startsWith('/') || path === prefix || path.startsWith(`${prefix}/`)) return path
  return path === '/' ? prefix : prefix + path
}

/** The mount of an application with the option `appBasePath`, which may end in a slash. */
export function mountBelow(appBasePath: string | undefined, mount: Mount): Mount {
  const prefix = appBasePath?.replace(/\/+$/, '')
  return prefix ? { ...mount, prefix } : mount
}

/**
 * The path of the routes as a browser requests it, without a trailing slash. A URL without a path sets
 * nothing. The option `/` puts the routes at the root.
 */
function basePathOf(option: string | undefined, { url }: Pick<Environment, 'url'>, mount: Mount): string {
  if (option) return publicPath(option.replace(/\/+$/, ''), mount)
  const path = url ? new URL(url).pathname.replace(/\/+$/, '') : ''
  return publicPath(path === '' ? mount.basePath : path, mount)
}

/** The paths of an application, as a browser requests them. */
export interface Paths {
  readonly mount: Mount
  /** The path of the routes. */
  readonly basePath: string
  /** The path of the application's first page. */
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

/** The path of the sign-in page: the application's, or the built-in page. */
export function signInPath({
  spec,
  basePath,
}: {
  readonly spec: { readonly pages: PagesOptions }
  readonly basePath: string
}): string {
  return spec.pages.signIn ?? `${basePath}/signin`
}

/** The replaceable pages, by the action of their route. */
const replaceable: Readonly<Record<string, keyof PagesOptions>> = {
  signin: 'signIn',
  signout: 'signOut',
  error: 'error',
  'verify-request': 'verifyRequest',
  account: 'account',
}

/**
 * The application's custom pages. A page may be set to a built-in route that would redirect back to it, such
 * as `signIn: '/auth/signin'`. Then the built-in page is used, because a browser would loop.
 */
export function pagesOf(given: PagesOptions, basePath: string, mount: Mount): PagesOptions {
  const paths = Object.entries(given) as [keyof PagesOptions, string | false][]
  const entries = paths.map(([page, path]) => [page, path && publicPath(path, mount)] as const)
  const pages: PagesOptions = Object.fromEntries(entries)
  return Object.fromEntries(entries.filter(([page]) => !leadsBack(page, pages, basePath)))
}

function leadsBack(page: keyof PagesOptions, pages: PagesOptions, basePath: string): boolean {
  let next: keyof PagesOptions | undefined = page
  for (let steps = Object.keys(pages).length; next && steps > 0; steps--) {
    next = routeOf(pages[next], basePath)
    if (next === page) return true
  }
  return false
}

/** The page of the route at a URL. */
function routeOf(address: string | false | undefined, basePath: string): keyof PagesOptions | undefined {
  if (!address) return undefined
  const path = address.replace(/[?#].*/s, '')
  if (!path.startsWith(`${basePath}/`)) return undefined
  const [name = '', provider, ...others] = path.slice(basePath.length + 1).split('/')
  // The path of the sign-in page may also contain the id of a provider.
  const isPage = others.length === 0 && (provider === undefined || (name === 'signin' && provider !== ''))
  return isPage && Object.hasOwn(replaceable, name) ? replaceable[name] : undefined
}
