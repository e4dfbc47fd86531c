import type { AuthEvent } from './sveltekit-auth.js'

/**
 * Whether Kit renders a page ahead: there is no visitor then, and Kit refuses to tell of a query.
 *
 * @see https://svelte.dev/docs/kit/page-options#prerender
 */
export function isRenderedAhead({ url }: AuthEvent): boolean {
  try {
    return url.search === undefined
  } catch {
    return true
  }
}
