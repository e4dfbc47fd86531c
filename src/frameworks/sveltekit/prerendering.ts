import type { AuthEvent } from './sveltekit-auth.js'

/**
 * Whether Kit prerenders the page. If so, reading the query of its URL throws an error.
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
