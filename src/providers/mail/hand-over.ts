import type { VerificationRequest } from '../kinds/email.js'

/** The most characters of a response that an error repeats. */
const MAX_ANSWER = 500

/** A request to a mail service: JSON, or a form. */
export interface ServiceRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | FormData
}

/** Sends a mail through a service. Throws an error with the service's response when it is not accepted. */
export async function handOver(
  { fetch, provider }: Pick<VerificationRequest, 'fetch' | 'provider'>,
  { url, headers, body }: ServiceRequest,
): Promise<void> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      ...(!isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
  })
  if (response.ok) return
  const answer = (await response.text()).slice(0, MAX_ANSWER)
  throw new Error(`${provider.name ?? provider.id} responded with ${response.status}: ${answer}`)
}
