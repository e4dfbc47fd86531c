import { InvalidRequest } from '../../errors.js'
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
  const form = await request.formData().catch((cause: Error) => {
    throw new InvalidRequest('The body is not a form.', { cause })
  })
  const params = new URLSearchParams()
  for (const [name, value] of [...form]) {
    if (!name.startsWith(PARAM)) continue
    if (typeof value === 'string') params.set(name.slice(PARAM.length), value)
    form.delete(name)
  }
  const providerId = form.get('providerId')
  form.delete('providerId')
  return {
    ...readActionOptions(form),
    providerId: typeof providerId === 'string' && providerId !== '' ? providerId : undefined,
    params,
  }
}
