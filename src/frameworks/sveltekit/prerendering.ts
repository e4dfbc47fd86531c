import type { AuthEvent } from './sveltekit-auth.js'

/**
 * Whether Kit prerenders a page. Then there is no user, and Kit throws when the query is read.
 *
 * @see https://svelte.dev/docs/kit/page-options#prerender
 */
export function isPrerendered({ url }: AuthEvent): boolean {
  try {
    return url.search === undefined
  } catch {
    return true
  }
}
