import type { customFetch, Fetch } from '../kinds/custom-fetch.js'
import type { EmailProvider, VerificationRequest } from '../kinds/email.js'
import { providerVariable } from '../kinds/provider-variable.js'
import type { MailOptions } from './mail-provider.js'

/** Options of every mail service with an HTTP API. */
export interface MailServiceOptions<Id extends string> extends MailOptions<Id> {
  /** Default: the environment variable `AUTH_<ID>_KEY`. */
  readonly apiKey?: string | undefined
  /** Sends the requests, instead of the global `fetch`. */
  readonly [customFetch]?: Fetch
}

export function missingKey({ id, apiKey }: EmailProvider<string>): string | undefined {
  if (apiKey) return undefined
  return `The provider '${id}' has no API key: set ${providerVariable(id, 'KEY')} or pass \`apiKey\`.`
}

export function apiKeyOf(provider: EmailProvider<string>): string {
  const { apiKey } = provider
  if (apiKey) return apiKey
  throw new Error(missingKey(provider))
}

/** The user name and the password must be ASCII (RFC 7617, section 2). */
export function basicAuth(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`
}

const MAX_QUOTED_LENGTH = 500

export interface ServiceRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | FormData
}

export async function sendThroughService(
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
  const text = (await response.text()).slice(0, MAX_QUOTED_LENGTH)
  throw new Error(`${provider.name ?? provider.id} responded with ${response.status}: ${text}`)
}
