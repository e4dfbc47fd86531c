/** All that a reader reads, or `undefined` when it is more than `maxBytes`. */
export async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return parts.length === 1 ? parts[0] : joined(parts, size)
    size += value.byteLength
    if (size > maxBytes) return undefined
    parts.push(value as Uint8Array<ArrayBuffer>)
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.byteLength
  }
  return whole
}
