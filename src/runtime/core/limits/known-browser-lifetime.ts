/**
 * Time for which a browser stays known. In a separate file, because `known-browsers.ts` imports
 * `ended-sign-ins.ts`.
 */
export const KNOWN_BROWSER_SECONDS = 180 * 86_400
