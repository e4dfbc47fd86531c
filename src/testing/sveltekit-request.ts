import { refuseProduction } from './production-refusal.js'
import { noSpan, type SvelteKitTestEvent } from './sveltekit-event.js'

/** An internal module of SvelteKit, which has no types. `sequence()` reads `state` from its storage. */
interface KitServer {
  with_request_store<Result>(store: { event: object; state: object }, run: () => Result): Result
}

const state = {
  tracing: { record_span: ({ fn }: { fn(current: object): unknown }): unknown => fn(noSpan) },
}

/**
 * Runs code of SvelteKit as part of a request, so that it can use `sequence()` and `getRequestEvent()`. A redirect
 * is thrown, as in SvelteKit. Needs SvelteKit 2.31 or newer.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/sveltekit'
 * import { github } from 'authwright/providers/github'
 * import { testAuth } from 'authwright/testing'
 * import { inSvelteKitRequest, svelteKitEvent } from 'authwright/testing/vitest'
 *
 * const { auth, handle } = createAuth().provider(github()).build()
 *
 * const ada = await testAuth(auth)()
 * const event = svelteKitEvent(ada.request('/account'))
 * const response = await inSvelteKitRequest(event, () =>
 *   handle({ event, resolve: () => new Response('the page') }),
 * )
 * ```
 */
export async function inSvelteKitRequest<Result>(
  event: SvelteKitTestEvent,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  refuseProduction()
  // @ts-expect-error
  const kit: KitServer = await import('@sveltejs/kit/internal/server').catch((error: unknown) => {
    throw new Error('inSvelteKitRequest() needs SvelteKit 2.31 or newer.', { cause: error })
  })
  return kit.with_request_store({ event, state }, async () => run())
}
