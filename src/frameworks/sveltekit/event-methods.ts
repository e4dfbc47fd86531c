import { redirect } from '@sveltejs/kit'
import type { Destination } from '../../runtime/port.js'
import { readActionOptions } from '../action-options.js'
import { type RequestMethods, requestMethods } from '../server-methods.js'
import type { OpenEvent } from './open-event.js'
import type { AuthEvent } from './sveltekit-auth.js'

/** Redirects with status 303. Kit 3 rejects URLs of other sites unless `external` is set. */
export function redirectTo(destination: Destination): never {
  const redirectAnywhere = redirect as (
    status: 303,
    location: string,
    options: { external: boolean },
  ) => never
  return redirectAnywhere(303, destination.as('path'), { external: true })
}

export function methodsOf<Followed>(
  opened: OpenEvent,
  follow: (destination: Destination) => Followed,
): RequestMethods<Followed> {
  return requestMethods<OpenEvent, Followed>({
    run: async (_, method) => method(opened),
    follow,
    readOptions(input, { event }) {
      const options = readActionOptions(input)
      return { ...options, redirectTo: absoluteTarget(options.redirectTo, event) }
    },
  })
}

/** Makes a path absolute, because `resolve()` of Kit returns paths relative to the page. */
function absoluteTarget(redirectTo: string | undefined, { url }: AuthEvent): string | undefined {
  if (redirectTo === undefined || !/^[.]{1,2}(?:\/|$)/.test(redirectTo)) return redirectTo
  const { pathname, search, hash } = new URL(redirectTo, `http://localhost${url.pathname}`)
  return pathname + search + hash
}
