import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The fault for requests with a refresh token. */
export type DoorMode =
  | 'passes'
  /** The provider does not receive the request, and the process gets no response. */
  | 'is lost'
  /** The provider responds, but the process gets no response. */
  | 'loses its response'
  | '500'
  | '429'
  | 'invalid_grant'

/** A proxy in front of the token endpoint of a provider. */
export interface TokenDoor {
  readonly url: string
  mode: DoorMode
  /** The refresh tokens of all requests, in order. */
  readonly received: readonly string[]
  /** The refresh tokens that were passed on to the provider. */
  readonly passed: readonly string[]
  /** Called when a request waits, with a function that lets it continue. */
  onWait: ((goOn: () => void) => void) | undefined
  stop(): Promise<void>
}

/** Seconds in `Retry-After`. */
export const RETRY_AFTER = 4

export async function tokenDoor(issuer: string): Promise<TokenDoor> {
  const received: string[] = []
  const passed: string[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const token = new URLSearchParams(body).get('refresh_token') ?? ''
    received.push(token)
    const forward = async (): Promise<Response> => {
      passed.push(token)
      const { authorization = '', 'content-type': type = '' } = request.headers
      return fetch(issuer + request.url, {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body,
      })
    }
    const { onWait, mode } = door
    switch (mode) {
      case 'passes': {
        if (onWait) await new Promise<void>((resolve) => onWait(resolve))
        const { status, headers, text } = await read(await forward())
        response.writeHead(status, headers).end(text)
        return
      }
      case 'is lost':
        onWait?.(() => undefined)
        return
      case 'loses its response':
        await (await forward()).text()
        onWait?.(() => undefined)
        return
      case '500':
        response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Internal Server Error</h1>')
        return
      case '429':
        response.writeHead(429, { 'retry-after': String(RETRY_AFTER) }).end()
        return
      case 'invalid_grant':
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    }
  }
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const door: TokenDoor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'passes',
    received,
    passed,
    onWait: undefined,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return door
}

async function read(
  response: Response,
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    headers: type ? { 'content-type': type } : {},
    text: await response.text(),
  }
}
