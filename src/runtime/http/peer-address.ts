/** Where a server keeps the network address at the other end of a request's connection. */
const PEER = Symbol.for('authwright.peer')

/** Notes the address at the other end of the connection. A `Request` itself has no place for it. */
export function withPeerAddress(request: Request, address: string | undefined): Request {
  return Object.defineProperty(request, PEER, { value: address })
}

/** The address at the other end of the connection, where the server has noted it: of a client, or of a proxy. */
export function peerAddress(request: Request): string | undefined {
  return (request as { readonly [PEER]?: string | undefined })[PEER]
}
