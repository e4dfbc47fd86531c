import { WebAuthnVerificationError } from '../../../errors.js'
import { asError } from '../../base/as-error.js'

/** Characters of the library's reason that are logged: it may quote what the browser sent. */
const MAX_REASON = 200

/** What the library made of an answer. Throws `WebAuthnVerificationError` when it refuses it. */
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
