import {
  afterChanges,
  type CookieWriter,
  type OpenRequest,
  type Port,
  PRIVATE,
  serializeCookie,
  withPeerAddress,
} from '../../runtime/port.js'
import type { SolidStartEvent } from './solid-start-event.js'

/** What an event tells besides its request. */
type EventOfRequest = Pick<SolidStartEvent, 'response' | 'clientAddress'>

type ResponseOfEvent = SolidStartEvent['response']

interface Entry {
  readonly open: OpenRequest
  response: ResponseOfEvent | undefined
}

/** Opens each request once, for all code that serves it. Its cookies are set on the first response that is at hand. */
export function requests(port: Port): (request: Request, event: EventOfRequest | undefined) => OpenRequest {
  const opened = new WeakMap<Request, Entry>()
  return (request, event) => {
    const response = event?.response
    if (event && 'clientAddress' in event) withPeerAddress(request, () => event.clientAddress)
    const known = opened.get(request)
    if (known) {
      known.response ??= response
      return known.open
    }
    const resolution = { key: request, input: request }
    // A link that a pointer rests on calls the functions of its page in the same way as a navigation.
    const mayBePrefetch = request.headers.has('x-server-id')
    const entry: Entry = {
      open: port.open(
        (changes) => ({ ...afterChanges(request, changes), resolution, mayBePrefetch }),
        writerOf(() => entry.response),
      ),
      response,
    }
    opened.set(request, entry)
    return entry.open
  }
}

/** No other user may get a response that sets cookies. */
function writerOf(responseOf: () => ResponseOfEvent | undefined): CookieWriter {
  return {
    set(cookies) {
      const headers = responseOf()?.headers
      headers?.set('cache-control', PRIVATE)
      for (const cookie of cookies) headers?.append('set-cookie', serializeCookie(cookie))
    },
    // A page that is streamed has sent its headers.
    isLate: (error) => (error as { code?: unknown } | null)?.code === 'ERR_HTTP_HEADERS_SENT',
  }
}
