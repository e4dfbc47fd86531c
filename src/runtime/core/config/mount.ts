import type { SpecOptions } from '../../../builder/spec.js'
import type { PagesOptions } from '../../../options/pages-options.js'
import type { Environment } from './environment.js'

/** Where a framework serves an application, and the routes within it. */
export interface Mount {
  /** The path of the routes where neither the configuration nor `AUTH_URL` names one. */
  readonly basePath: string
  /** The path of the whole application, which no configuration need repeat; empty where it is at the top. */
  readonly prefix: string
}

/** Routes below `/auth`, of an application at the top. */
export const standardMount: Mount = { basePath: '/auth', prefix: '' }

/** A path of the application as a browser requests it. A whole address is unchanged. */
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
 * The path of the routes, as a browser requests it and without a slash at its end. An address without a path says nothing;
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

/** The pages that an application can replace, by the action whose route shows them. */
const replaceable: Readonly<Record<string, keyof PagesOptions>> = {
  signin: 'signIn',
  signout: 'signOut',
  error: 'error',
  'verify-request': 'verifyRequest',
  account: 'account',
}

/**
 * The application's own pages. One that is a route of ours which leads back to it, such as `signIn:
 * '/auth/signin'`, stands for the built-in page: a browser would go round in circles.
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

/** The page that the route at an address shows. */
function routeOf(address: string | false | undefined, basePath: string): keyof PagesOptions | undefined {
  if (!address) return undefined
  const path = address.replace(/[?#].*/s, '')
  if (!path.startsWith(`${basePath}/`)) return undefined
  const [name = '', provider, ...others] = path.slice(basePath.length + 1).split('/')
  // The sign-in page has the id of a provider in its path, too.
  const isPage = others.length === 0 && (provider === undefined || (name === 'signin' && provider !== ''))
  return isPage && Object.hasOwn(replaceable, name) ? replaceable[name] : undefined
}
