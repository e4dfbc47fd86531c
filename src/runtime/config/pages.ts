import type { PagesOptions } from '../../options/pages-options.js'
import { type Action, matchRoute } from '../http/actions.js'
import { type Mount, publicPath } from './mount.js'

/** The pages that an application can replace, by the action whose route shows them. */
const replaceable: Partial<Record<Action, keyof PagesOptions>> = {
  signin: 'signIn',
  signout: 'signOut',
  error: 'error',
  'verify-request': 'verifyRequest',
}

/**
 * The application's own pages. One that is a route of ours which leads back to it, such as `signIn:
 * '/auth/signin'`, stands for the built-in page: a browser would go round in circles.
 */
export function pagesOf(given: PagesOptions, basePath: string, mount: Mount): PagesOptions {
  const paths = Object.entries(given) as [keyof PagesOptions, string][]
  const entries = paths.map(([page, path]) => [page, publicPath(path, mount)] as const)
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
function routeOf(address: string | undefined, basePath: string): keyof PagesOptions | undefined {
  const route = address && matchRoute(address.replace(/[?#].*/s, ''), basePath)
  return route ? replaceable[route.action] : undefined
}
