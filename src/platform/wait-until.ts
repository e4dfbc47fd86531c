type WaitUntil = (promise: Promise<unknown>) => void

interface PlatformGlobals {
  readonly Netlify?: { readonly context?: { readonly waitUntil?: WaitUntil } | null }
  readonly [context: symbol]: { get?(): { readonly waitUntil?: WaitUntil } | undefined } | undefined
}

/**
 * On Vercel, Netlify and other hosts of Next.js, keeps the program running until the promise settles.
 *
 * @param promise - Must not reject.
 * @see https://nextjs.org/docs/app/api-reference/functions/after
 */
export function waitUntil(promise: Promise<unknown>): void {
  const globals = globalThis as PlatformGlobals
  const context = ['@next/request-context', '@vercel/request-context']
    .map((name) => globals[Symbol.for(name)]?.get?.())
    .find((found) => found?.waitUntil !== undefined)
  if (context) context.waitUntil?.(promise)
  else globals.Netlify?.context?.waitUntil?.(promise)
}
