import { RequestContext } from 'solid-js/web'
import type { SolidStartEvent } from './solid-start-event.js'

/** Where Solid keeps the event of what runs. */
interface EventStorage {
  getStore(): SolidStartEvent | undefined
}

/**
 * The current event, or `undefined` outside of one.
 *
 * `getRequestEvent` of Solid falls back to the event that was rendered last, which may be another user's.
 */
export function currentEvent(): SolidStartEvent | undefined {
  const storages = globalThis as { [RequestContext]?: EventStorage }
  return storages[RequestContext]?.getStore()
}

/** The current event. Throws where there is none. */
export function requireEvent(call: string): SolidStartEvent {
  const event = currentEvent()
  if (event) return event
  throw new Error(`"${call}" needs a request: call it in a server function, a route or what renders a page.`)
}
