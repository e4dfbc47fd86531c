import { redirect } from '@sveltejs/kit'
import { redirectTarget } from '../../runtime/http/redirects.js'

/** Redirects to a page of the application or to a provider. Kit 3 refuses addresses of other sites unless they are `external`. */
export function sendOn(url: string, origin: string): never {
  const target = redirectTarget(url, { origin, prefix: '' }, 'path')
  return (redirect as (status: 303, location: string, options: { external: boolean }) => never)(303, target, {
    external: true,
  })
}
