import * as v from 'valibot'
import { InvalidRequest, WebAuthnVerificationError } from '../../../errors.js'
import { asError } from '../../base/as-error.js'
import { decodeBase64url, isBase64url } from '../../crypto/base64url.js'
import type { Params } from '../../http/params.js'
import type { Ceremony } from './ceremony-cookies.js'
import { isCredentialId } from './credentials.js'

/** What a browser sends at the end of a ceremony. */
export interface CeremonyResponse {
  readonly action: Ceremony['action']
  /** The credential's id in base64url. */
  readonly id: string
  /** The challenge of the response. */
  readonly challenge: string
  /** How the authenticator can be reached, as the browser says. */
  readonly transports: readonly string[]
  /** All of it, for the library. */
  readonly response: unknown
}

/** More than any authenticator has; what is none by its form is left out. */
const MAX_TRANSPORTS = 8
const TRANSPORT = /^[a-z][a-z-]{0,19}$/

const Base64url = v.pipe(v.string(), v.check(isBase64url))

const ResponseSchema = v.looseObject({
  id: v.pipe(v.string(), v.check(isCredentialId)),
  rawId: v.string(),
  type: v.literal('public-key'),
  response: v.looseObject({
    clientDataJSON: Base64url,
    attestationObject: v.optional(Base64url),
    authenticatorData: v.optional(Base64url),
    signature: v.optional(Base64url),
    transports: v.optional(v.array(v.unknown())),
  }),
})

/** @see https://www.w3.org/TR/webauthn-3/#dictionary-client-data */
const ClientDataSchema = v.looseObject({
  challenge: v.string(),
  crossOrigin: v.optional(v.boolean()),
  topOrigin: v.optional(v.string()),
})

/**
 * Parses what a browser sent. `data` is the JSON of a public key credential, as a string or as an object. Throws
 * `InvalidRequest` when it is malformed, and `WebAuthnVerificationError` when it comes from a frame of another origin.
 */
export function readResponse({ action, data }: Params): CeremonyResponse {
  if (action !== 'register' && action !== 'authenticate') {
    throw new InvalidRequest('The parameter `action` must be `register` or `authenticate`.')
  }
  const response = typeof data === 'string' ? parse(data) : data
  if (!v.is(ResponseSchema, response) || response.rawId !== response.id) throw malformed()
  const clientData = parse(new TextDecoder().decode(decodeBase64url(response.response.clientDataJSON)))
  if (!v.is(ClientDataSchema, clientData)) throw malformed()
  // A page of another origin that frames this one could have the user confirm what it wants.
  if (clientData.crossOrigin || clientData.topOrigin !== undefined) {
    throw new WebAuthnVerificationError(
      'The passkey was used in a frame of another origin. Open the page itself.',
    )
  }
  return {
    action,
    id: response.id,
    challenge: clientData.challenge,
    transports: transportsOf(response.response.transports),
    response,
  }
}

function transportsOf(transports: readonly unknown[] = []): readonly string[] {
  const known = transports.filter((each) => typeof each === 'string' && TRANSPORT.test(each)) as string[]
  return [...new Set(known)].slice(0, MAX_TRANSPORTS)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed()
  }
}

function malformed(): InvalidRequest {
  return new InvalidRequest('The parameter `data` is not the response of an authenticator.')
}

/** Characters of the library's reason that are logged: it may quote what the browser sent. */
const MAX_REASON = 200

/** The library's result for a response. Throws `WebAuthnVerificationError` when it rejects it. */
export async function verified<Result extends { verified: boolean }>(
  check: () => Promise<Result>,
): Promise<Result> {
  const result = await check().catch((error: unknown) => {
    const reason = asError(error).message.slice(0, MAX_REASON)
    throw new WebAuthnVerificationError(`The authenticator's response is rejected: ${reason}`)
  })
  if (result.verified) return result
  throw new WebAuthnVerificationError("The authenticator's response is rejected: its signature is wrong.")
}
