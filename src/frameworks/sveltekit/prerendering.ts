import type { AuthEvent } from './sveltekit-auth.js'

/**
 * Kit throws when the query of a page is read while it prerenders the page.
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
