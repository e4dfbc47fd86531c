import { type RedirectForm, type RedirectTarget, redirectTarget } from '../http/redirects.js'
import type { ServerCall } from './server-call.js'

/** Where a call leads the browser: a page of the application, or a provider. */
export interface Destination {
  readonly url: string
  /** Whether it is one of the built-in pages, which no router of a framework knows. */
  readonly isBuiltIn: boolean
  /** The target for a framework's redirect function, in the form that it takes. */
  as(form: RedirectForm): RedirectTarget
}

export function destination(url: string, { instance, exchange }: ServerCall): Destination {
  const { basePath, mount } = instance
  const { origin } = exchange
  const { pathname } = new URL(url)
  return {
    url,
    isBuiltIn: pathname === basePath || pathname.startsWith(`${basePath}/`),
    as: (form) => redirectTarget(url, { origin, prefix: mount.prefix }, form),
  }
}
