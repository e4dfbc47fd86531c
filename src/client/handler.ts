import { type RouteResponse, request, requestJson, unexpectedResponse } from './request.js'
import { withLock } from './session-lock.js'

export interface Handler {
  readonly basePath: string
  csrfToken(): Promise<string>
  session(): Promise<unknown>
  providers(): Promise<unknown>
  post(path: `/${string}`, data: object): Promise<RouteResponse>
}

/** @param basePath - Without a slash at its end. */
export function handlerAt(basePath: string): Handler {
  const csrfToken = async (): Promise<string> => {
    const url = `${basePath}/csrf`
    const received = await request(url)
    // The server has no route for CSRF tokens if it does not check them.
    if (received.response.status === 404) return ''
    const { csrfToken: token } = Object(received.body) as { csrfToken?: unknown }
    if (token && typeof token === 'string') return token
    throw unexpectedResponse(url, received)
  }
  return {
    basePath,
    csrfToken,
    session: () => withLock(basePath, 'shared', () => requestJson(`${basePath}/session`)),
    providers: () => requestJson(`${basePath}/providers`),
    async post(path, data) {
      const token = await csrfToken()
      return withLock(basePath, 'exclusive', () => request(basePath + path, { ...data, csrfToken: token }))
    },
  }
}
