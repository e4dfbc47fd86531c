import type { Answer } from './answer.js'
import type { PageResult } from './result.js'

/** A built-in page with a nonce of its own, and the headers that go with it, by their names in lower case. */
export function pageContent({ render }: PageResult, secure: boolean): Pick<Answer, 'headers' | 'body'> {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const { headers, body } = render(nonce, secure)
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { headers: Object.fromEntries(lowered), body }
}
