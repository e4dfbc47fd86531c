import { redirect } from '@sveltejs/kit'

/** Sends the browser on, to a provider as well: Kit 3 wants to be told of addresses that are not its own. */
export function sendOn(url: string): never {
  return (redirect as (status: 303, location: string, options: { external: boolean }) => never)(303, url, {
    external: true,
  })
}
