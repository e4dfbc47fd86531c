import { UnknownAction } from '../../errors.js'

/** A callback was called in a way that its provider's flow does not use. */
export function wrongMethod(id: string): UnknownAction {
  return new UnknownAction(`The callback of the provider '${id}' does not accept this method.`)
}
