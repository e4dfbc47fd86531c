import type { TokenSet } from '../../../model/token-set.js'
import { type Arrived, mediaTypeOf } from '../../outgoing/arrived.js'
import { badStatus, providerError, VisitorsRefusal } from './callback-error.js'
import { ClientRefusal, clientRefusal } from './client-refusal.js'
import { parseStrictJson } from './strict-json.js'

/** Longest life of an access token that is believed, in seconds: a hundred years. */
const MAX_LIFE = 100 * 365 * 24 * 60 * 60

/** What a token endpoint answered, checked. An ID token in it is not. */
export interface TokenAnswer extends TokenSet {
  readonly access_token: string
}

/**
 * Reads what a token endpoint answered, with those members put right that providers get wrong and that decide
 * nothing. Throws for an error, also for one in disguise, and for tokens that cannot be used.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5
 * @see https://www.rfc-editor.org/rfc/rfc6750.html
 */
export function tokenAnswer(arrived: Arrived): TokenAnswer {
  if (arrived.status !== 200) throw refusal(arrived)
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(mediaTypeOf(arrived) ?? '')) {
    throw new Error(
      'The token endpoint did not answer with application/json. If that is how the provider is, correct it in `token.conform`.',
    )
  }
  return checkedTokens(parseStrictJson(arrived.body))
}

/** Tokens that are no more than claimed to be some, as a token endpoint's answer or the application gives them. */
export function checkedTokens(answer: unknown): TokenAnswer {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw new Error('The token endpoint did not answer with a JSON object.')
  }
  const { error, error_description, access_token } = answer as Record<string, unknown>
  // Some providers report an error with the status of a success.
  if (typeof error === 'string' && access_token === undefined) {
    throw refused(error, error_description)
  }
  return checked(corrected(answer as Record<string, unknown>))
}

/** Why no tokens were given, as far as the provider says. @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
function refusal({ status, body }: Arrived): Error {
  const { error: code, error_description } = Object(readJson(body)) as Record<string, unknown>
  if (typeof code === 'string' && code !== '') return refused(code, error_description)
  const error = badStatus('The token endpoint', status)
  return status === 401 ? new ClientRefusal('invalid_client', error.message) : error
}

/** What is said of a code that is nobody's, or that is too old. GitHub has a name of its own for it. */
const codeErrors: readonly string[] = ['invalid_grant', 'bad_verification_code']

function refused(error: string, description: unknown): Error {
  const said = providerError(error, description)
  const refusal = clientRefusal(error, description)
  return refusal ?? (codeErrors.includes(error) ? new VisitorsRefusal(said) : new Error(said))
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

/** With members that are not there for those that are `null` or say nothing. */
function corrected(answer: Record<string, unknown>): Record<string, unknown> {
  const { expires_in, expires_at, scope, session_state, ...others } = answer
  const life = numberOf(expires_in)
  const end = numberOf(expires_at)
  const members: Record<string, unknown> = {}
  for (const name of Object.keys(others)) {
    if (others[name] !== null) members[name] = others[name]
  }
  if (life !== undefined && life <= MAX_LIFE) members['expires_in'] = life
  if (end !== undefined && Number.isSafeInteger(Math.floor(end))) members['expires_at'] = Math.floor(end)
  if (typeof session_state === 'string') members['session_state'] = session_state
  if (scope !== undefined && scope !== null) members['scope'] = Array.isArray(scope) ? scope.join(' ') : scope
  return members
}

/** A number that is not negative, also when it is written as a text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : undefined
}

function checked(answer: Record<string, unknown>): TokenAnswer {
  const { access_token, token_type, refresh_token, scope } = answer
  if (!isFilled(access_token)) throw unusable('an `access_token`')
  // Tokens are sent in one way only.
  if (typeof token_type !== 'string' || token_type.toLowerCase() !== 'bearer') {
    throw new Error('The token endpoint answered with tokens that are not bearer tokens.')
  }
  if (refresh_token !== undefined && !isFilled(refresh_token)) throw unusable('a `refresh_token`')
  if (scope !== undefined && typeof scope !== 'string') throw unusable('a `scope`')
  return { ...answer, access_token, token_type: 'bearer' }
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function unusable(what: string): Error {
  return new Error(`The token endpoint answered with ${what} that cannot be used, or without one.`)
}
