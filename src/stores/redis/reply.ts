/**
 * A reply of a client with its strings decoded. Some clients, or clients with some settings, return the bytes of
 * a string.
 */
export function decodedReply(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(decodedReply)
  return reply instanceof Uint8Array ? new TextDecoder().decode(reply) : reply
}
