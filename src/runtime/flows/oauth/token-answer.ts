import type { TokenSet } from '../../../model/token-set.js'
import { providerError } from './callback-error.js'
import { parseStrictJson } from './strict-json.js'

/** Longest life of an access token that is believed, in seconds: a hundred years. */
const MAX_LIFE = 100 * 365 * 24 * 60 * 60

/**
 * The members of a token endpoint's successful answer, with those put right that providers get wrong
 * and that decide nothing. Throws when it is not a JSON object, or an error in disguise.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
export async function tokenAnswer(response: Response): Promise<Record<string, unknown>> {
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim()
  if (!type || !/^application\/(?:[\w.-]+\+)?json$/i.test(type)) {
    throw new Error(
      'The token endpoint did not answer with application/json. If that is how the provider is, correct it in `token.conform`.',
    )
  }
  const body = parseStrictJson(new Uint8Array(await response.arrayBuffer()))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Error('The token endpoint did not answer with a JSON object.')
  }
  const answer = body as Record<string, unknown>
  // Some providers report an error with the status of a success.
  if (typeof answer['error'] === 'string' && answer['access_token'] === undefined) {
    throw new Error(providerError(answer['error'], answer['error_description']))
  }
  return corrected(answer)
}

function corrected(answer: Record<string, unknown>): Record<string, unknown> {
  const { expires_in, expires_at, scope, session_state, ...others } = answer
  const life = numberOf(expires_in)
  const end = numberOf(expires_at)
  const members = {
    ...others,
    ...(life !== undefined && life <= MAX_LIFE && { expires_in: life }),
    ...(end !== undefined && Number.isSafeInteger(Math.floor(end)) && { expires_at: Math.floor(end) }),
    ...(typeof session_state === 'string' && { session_state }),
    scope: Array.isArray(scope) ? scope.join(' ') : scope,
  }
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  )
}

/** A number that is not negative, also when it is written as a text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : undefined
}

/** Throws for tokens that cannot be sent the one way in which they are sent. @see https://www.rfc-editor.org/rfc/rfc6750.html */
export function requireBearer({ token_type }: TokenSet): void {
  if (token_type !== 'bearer')
    throw new Error('The token endpoint answered with tokens that are not bearer tokens.')
}
