/** Decodes a reply, because some clients return the bytes of a string. */
export function decodedReply(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(decodedReply)
  return reply instanceof Uint8Array ? new TextDecoder().decode(reply) : reply
}
