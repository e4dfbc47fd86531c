import type { AuthEvent } from './sveltekit-auth.js'

/**
 * While Kit prerenders a page, reading the query of its URL throws an error.
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
