import { InvalidRequest } from '../../errors.js'
import { userParams } from '../../runtime/flows/oauth/authorization-params.js'
import { type ReadActionOptions, readActionOptions } from '../action-options.js'
import type { AuthEvent } from './sveltekit-auth.js'

/** Fields of a form that go to the provider's authorization endpoint begin with this. */
const PARAM = 'authorizationParams-'

/** A form of the application, read. */
export interface SignInForm extends ReadActionOptions {
  readonly providerId: string | undefined
  readonly params: URLSearchParams
}

/** Reads the form that an action was sent. Throws `InvalidRequest` when there is none. */
export async function readSignInForm({ request }: AuthEvent): Promise<SignInForm> {
  if (request.bodyUsed) {
    throw new InvalidRequest('The body was read before: hand the event over before anything else reads it.')
  }
  const form = await request.formData().catch(() => {
    throw new InvalidRequest('The body is not a form.')
  })
  const text = (name: string): string | undefined => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const params = userParams((name) => text(PARAM + name))
  const providerId = text('providerId')
  for (const name of [...form.keys()]) {
    if (name === 'providerId' || name.startsWith(PARAM)) form.delete(name)
  }
  return {
    ...readActionOptions(form),
    providerId,
    params,
  }
}
