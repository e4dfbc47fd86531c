import { Buffer } from 'node:buffer'
// biome-ignore lint/suspicious/noTsIgnore: an application without @types/node must still compile what is emitted from here.
/** @ts-ignore */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { asData, type RequestHandler, type ResponseData, unavailableResponse } from '../runtime/port.js'
import { addresses } from './address.js'
import { NodeIncoming } from './node-incoming.js'
import { webRequest } from './to-web-request.js'
import { writeResponse } from './write-response.js'

/** Handles requests of `node:http`, `node:https` and the frameworks on top of them. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Makes a listener of `node:http` out of a web-standard handler. With the handler of Authwright itself, a session is
 * read without making a web-standard request and response, several times as fast; any other handler works, too.
 *
 * Mount it before anything that reads bodies. The address of a request is that of its `Host` header, `https:` where
 * the connection is encrypted; the option `trustHost` says whether the headers of a proxy count.
 *
 * @param handler - `auth.handler`, or any function from a `Request` to a `Response`.
 * @returns A listener. It never rejects: what `handler` throws is written to the console and the status is 500, or, where
 * `auth.auth(request)` could not read the session, with 503 for a database that is down and 421 for a host that may not
 * be believed.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createAuth } from 'authwright'
 * import { toNodeHandler } from 'authwright/node'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * createServer(toNodeHandler(auth.handler)).listen(3000)
 * ```
 *
 * @see https://nodejs.org/docs/latest-v20.x/api/http.html#event-request
 */
export function toNodeHandler(handler: (request: Request) => Response | Promise<Response>): NodeHandler {
  const addressOf = addresses()
  const { [asData]: handleAsData } = handler as Partial<RequestHandler>
  const serve = handleAsData
    ? async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
        writeData(await handleAsData(new NodeIncoming(request, addressOf(request))), response)
    : async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
        writeResponse(await handler(webRequest(request, addressOf(request))), request.method, response)
  return async (request, response) => {
    try {
      await serve(request, response)
    } catch (error) {
      await fail(error, response)
    }
  }
}

function writeData({ status, headers, cookies, body }: ResponseData, response: ServerResponse): void {
  response.writeHead(status, {
    ...headers,
    'content-length': body === null ? 0 : Buffer.byteLength(body),
    ...(cookies.length > 0 && { 'set-cookie': cookies as string[] }),
  })
  response.end(body ?? undefined)
}

async function fail(error: unknown, response: ServerResponse): Promise<void> {
  const data = await unavailableResponse(error)
  if (data?.status !== 400) console.error('[auth][error]', error)
  // The response has begun, so its status cannot change; the client sees that it was cut off.
  if (response.headersSent) return void response.destroy()
  if (data) {
    writeData(data, response)
  } else {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ message: 'The request failed.' }))
  }
}
