import { type ErrorStatus, InvalidRequest } from '../../../errors.js'
import { parseJson } from '../base/json.js'
import { mediaTypeOf } from './media-type.js'
import { MAX_PARAMS, NO_PARAMS, type Params, readParams } from './params.js'

const MAX_BODY_BYTES = 256 * 1024

class BodyTooLarge extends InvalidRequest {
  static override readonly status: ErrorStatus = 413
  override readonly name = 'BodyTooLarge'
}

/**
 * Returns the fields of the request body. A body that is neither a URL-encoded form nor JSON counts as empty,
 * so it contains no CSRF token.
 */
export async function readBody(request: Request): Promise<Params> {
  const type = mediaTypeOf(request)
  if (type === 'application/x-www-form-urlencoded') {
    return readParams(new URLSearchParams(await readText(request)))
  }
  return type === 'application/json' ? readJson(await readText(request)) : NO_PARAMS
}

function readJson(text: string): Params {
  if (text === '') return NO_PARAMS
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidRequest('The body is not a JSON object.')
  }
  if (Object.keys(value).length > MAX_PARAMS) {
    throw new InvalidRequest('The request has too many parameters.')
  }
  return Object.assign(Object.create(null), value)
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new InvalidRequest('The body is not JSON.')
  }
}

async function readText(request: Request): Promise<string> {
  if (request.bodyUsed) {
    throw new InvalidRequest(
      'The body was already read. Pass the request to Authwright before other code reads the body.',
    )
  }
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) throw tooLarge()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for await (const chunk of chunks(request.body)) {
      size += chunk.byteLength
      if (size > MAX_BODY_BYTES) break
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    if (error instanceof InvalidRequest) throw error
    // The client has disconnected, which is not an error of the application.
    throw new InvalidRequest('The body is incomplete.')
  }
  if (size > MAX_BODY_BYTES) throw tooLarge()
  return text + decoder.decode()
}

function tooLarge(): BodyTooLarge {
  return new BodyTooLarge(`The body is larger than ${MAX_BODY_BYTES} bytes. Send less.`)
}

/** Reads a stream in chunks. Not every runtime supports `for await` on a stream. */
async function* chunks(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}
