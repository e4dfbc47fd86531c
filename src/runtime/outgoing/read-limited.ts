/**
 * The body of a response, or `undefined` when it is larger than `maxBytes`. Reading stops when the
 * signal fires, even where the body does not heed it.
 */
export async function readLimited(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const cancel = (): void => {
    // The connection is given up either way; how that ends concerns nobody.
    reader.cancel().catch(() => undefined)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (Number(response.headers.get('content-length')) > maxBytes) return undefined
    const body = await readAll(reader, maxBytes)
    // A cancelled body ends early, and looks complete.
    signal.throwIfAborted()
    return body
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(parts, size)
    size += value.byteLength
    if (size > maxBytes) return undefined
    parts.push(value)
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
