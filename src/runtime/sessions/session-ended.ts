import { InvalidCheck } from '../../errors.js'

/** The session to which a login was to be added is not live any more. */
export function sessionEnded(): InvalidCheck {
  return new InvalidCheck('The user who started this sign-in is not signed in any more.')
}
