import { createEffect, createMemo, createSignal, onCleanup, onMount, untrack } from 'solid-js'
import type { ClientTypes, ClientTypesOf, RegisteredInstance, RenderedSession } from '../client-types.js'
import { createClient } from '../create-client.js'
import { keepInStep } from '../keep-in-step.js'
import { asReceived, createSessionStore, isGiven } from '../session-store.js'
import { stateOf } from '../state-of.js'
import { DEFAULT_BASE_PATH } from './default-base-path.js'
import type { SessionOptions, SessionResource } from './session-resource.js'

/**
 * The session of a page, in step with the server and with other tabs for as long as the component is there that calls it.
 * Call it once, in the root of the application, and hand it on.
 *
 * @example
 * ```ts
 * import { createSession } from 'authwright/solid'
 *
 * export function useGreeting(): () => string {
 *   const session = createSession({ refetchInterval: 300 })
 *   return () => (session.status === 'loading' ? '' : `Hello ${session()?.user.name ?? 'stranger'}`)
 * }
 * ```
 */
export function createSession<Instance = RegisteredInstance>(
  options?: SessionOptions<RenderedSession<Instance>>,
): SessionResource<ClientTypesOf<Instance>>
export function createSession({
  session: given = () => undefined,
  basePath = DEFAULT_BASE_PATH,
  onError = console.error,
  ...refetch
}: SessionOptions = {}): SessionResource<ClientTypes> {
  const base = basePath.replace(/\/+$/, '')
  const client = createClient<undefined>({ basePath })
  const store = createSessionStore(client, untrack(given), () => onError)
  const [known, setKnown] = createSignal(store.known())

  // What is given is shown at once: nothing may act on what was known before.
  const session = createMemo(() => {
    const newest = given()
    return isGiven(known(), newest) ? known().session : asReceived(newest)
  })
  createEffect(() => store.give(given()))
  onMount(() => {
    const stop = store.subscribe(() => setKnown(store.known()))
    setKnown(store.known())
    const leave = keepInStep(store, base, refetch)
    onCleanup(() => {
      stop()
      leave()
    })
  })
  return Object.defineProperties(() => session(), {
    status: { get: () => stateOf(session()).status },
    error: { get: () => known().error },
    update: { value: client.update },
    basePath: { value: base },
  }) as SessionResource<ClientTypes>
}
