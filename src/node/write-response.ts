// biome-ignore lint/suspicious/noTsIgnore: an application without @types/node must still compile what is emitted from here.
/** @ts-ignore */
import type { ServerResponse } from 'node:http'

/**
 * Writes a web-standard response, its body chunk by chunk with backpressure. When the client disconnects before the end,
 * the body is cancelled, without an error. So is the body of a response to `HEAD`.
 *
 * @param method - The one of the request.
 * @throws What the body fails with; `TypeError` for one that was read before, of which nothing is written.
 */
export async function writeResponse(
  webResponse: Response,
  method: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const { status, statusText, headers, body } = webResponse
  // A body that was already read is detected before anything is sent.
  const reader = body?.getReader()
  for (const [name, value] of headers) {
    if (name !== 'set-cookie') response.setHeader(name, value)
  }
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  // HTTP/2 has no words for a status, and Node.js warns of any that it is given.
  if (statusText) response.writeHead(status, statusText)
  else response.writeHead(status)
  if (reader && method === 'HEAD') reader.cancel().catch(() => undefined)
  else if (reader) await writeBody(reader, response)
  response.end()
}

async function writeBody(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  let wake: (() => void) | undefined
  const takeMore = (): void => wake?.()
  const stop = (): void => {
    // Whether the body could be cancelled does not matter: its reader is notified in any case.
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

/** Whether the client has disconnected. A response of HTTP/2 knows it by its stream alone. */
function isGone(response: ServerResponse): boolean {
  const { stream } = response as { readonly stream?: { readonly destroyed: boolean } }
  return response.destroyed || stream?.destroyed === true
}
