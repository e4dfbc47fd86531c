import type { AuthEvent } from './sveltekit-auth.js'

/**
 * Whether Kit is prerendering the page. A prerendered page has no user, and Kit throws when its query is
 * read.
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
