import { InvalidRequest } from '../../errors.js'
import { userParams } from '../flows/oauth/authorization-params.js'

/** Fields of a form that go to the provider's authorization endpoint begin with this. */
const PARAM = 'authorizationParams-'

/** A form of the application that starts a sign-in. */
export interface SignInForm {
  readonly providerId: string | undefined
  /** Parameters for the provider's authorization endpoint, of those that a form may choose. */
  readonly params: URLSearchParams
  /** All other fields. */
  readonly fields: FormData
}

/** Reads the form that a request carries. Throws `InvalidRequest` when there is none. */
export async function readSignInForm(request: Request): Promise<SignInForm> {
  if (request.bodyUsed) {
    throw new InvalidRequest('The body was read before: hand the event over before anything else reads it.')
  }
  const fields = await request.formData().catch(() => {
    throw new InvalidRequest('The body is not a form.')
  })
  const text = (name: string): string | undefined => {
    const value = fields.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const params = userParams((name) => text(PARAM + name))
  const providerId = text('providerId')
  for (const name of [...fields.keys()]) {
    if (name === 'providerId' || name.startsWith(PARAM)) fields.delete(name)
  }
  return { providerId, params, fields }
}
