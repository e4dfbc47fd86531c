/** What of a request is looked at first. A server that has no web-standard request needs to make none for it. */
export interface Incoming {
  readonly method: string
  /** The whole address. */
  readonly url: string
  readonly headers: Pick<Headers, 'get' | 'has'>
  /** The web-standard request; made only where one is needed. */
  request(): Request
}

export function incomingRequest(request: Request): Incoming {
  const { method, url, headers } = request
  return { method, url, headers, request: () => request }
}
