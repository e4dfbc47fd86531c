import { Buffer } from 'node:buffer'
// biome-ignore lint/suspicious/noTsIgnore: an application without @types/node must be able to compile the declarations of this file.
/** @ts-ignore */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  asData,
  explanationOf,
  type RequestHandler,
  type ResponseData,
  unavailableResponse,
} from '../runtime/port.js'
import { NodeIncoming, urlReader, webRequest } from './to-web-request.js'

/** A listener of `node:http`, `node:https` and the frameworks on top of them. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Creates a `node:http` listener from a web-standard handler. Mount it before any body parser.
 *
 * @param handler - `auth.handler`, or any function from a `Request` to a `Response`.
 * @returns A listener that never rejects. If `handler` throws, it sends an error response, unless the response has begun.
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
  const urlOf = urlReader()
  const { [asData]: handleAsData } = handler as Partial<RequestHandler>
  const serve = handleAsData
    ? async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
        writeData(await handleAsData(new NodeIncoming(request, urlOf(request))), response)
    : async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
        writeResponse(await handler(webRequest(request, urlOf(request))), request.method, response)
  return async (request, response) => {
    try {
      await serve(request, response)
    } catch (error) {
      await fail(error, request, response)
    }
  }
}

function writeData({ status, headers, cookies, body }: ResponseData, response: ServerResponse): void {
  response.writeHead(status, {
    ...headers,
    // A 204 response must not have `Content-Length`: https://www.rfc-editor.org/rfc/rfc9110.html#section-8.6
    ...(status !== 204 && { 'content-length': body === null ? 0 : Buffer.byteLength(body) }),
    ...(cookies.length > 0 && { 'set-cookie': cookies as string[] }),
  })
  response.end(body ?? undefined)
}

async function fail(error: unknown, { method }: IncomingMessage, response: ServerResponse): Promise<void> {
  // An error with a page is already logged.
  const explanation = response.headersSent ? undefined : explanationOf(error)
  if (explanation) return writeResponse(explanation, method, response)
  const data = await unavailableResponse(error)
  if (data?.status !== 400) console.error('[auth][error]', error)
  // If the response has begun, the connection is closed, so that the client sees that the response is incomplete.
  if (response.headersSent) return void response.destroy()
  if (data) {
    writeData(data, response)
  } else {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ message: 'The request failed.' }))
  }
}

/** Writes a response. The body is canceled if the client disconnects, and for `HEAD`. */
async function writeResponse(
  webResponse: Response,
  method: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const { status, statusText, headers, body } = webResponse
  // Throws before anything is sent if the body was already read.
  const reader = body?.getReader()
  setHeaders(headers, response)
  // HTTP/2 has no reason phrase: Node.js warns if it is set.
  if (statusText) response.writeHead(status, statusText)
  else response.writeHead(status)
  if (reader && method === 'HEAD') reader.cancel().catch(() => undefined)
  else if (reader) await writeBody(reader, response)
  response.end()
}

/**
 * Sets the headers of a response. Node.js refuses control characters that a `Headers` object accepts. If it refuses a
 * header, all headers are removed, so that the error response does not contain them.
 */
function setHeaders(headers: Headers, response: ServerResponse): void {
  try {
    for (const [name, value] of headers) {
      if (name !== 'set-cookie') response.setHeader(name, value)
    }
    const cookies = headers.getSetCookie()
    if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  } catch (error) {
    for (const name of headers.keys()) response.removeHeader(name)
    throw error
  }
}

async function writeBody(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  let wake: (() => void) | undefined
  const takeMore = (): void => wake?.()
  const stop = (): void => {
    reader.cancel().catch(() => undefined)
    wake?.()
  }
  response.on('drain', takeMore).on('close', stop)
  if (isGone(response)) stop()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (!response.write(value) && !isGone(response)) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } catch (error) {
    stop()
    throw error
  } finally {
    response.off('drain', takeMore).off('close', stop)
  }
}

/** Whether the client has disconnected. In HTTP/2, only the stream of the response shows this. */
function isGone(response: ServerResponse): boolean {
  const { stream } = response as { readonly stream?: { readonly destroyed: boolean } }
  return response.destroyed || stream?.destroyed === true
}
