import { MissingAdapter } from '../../../errors.js'
import type { GuardedAdapter } from '../../instance/guarded-adapter.js'
import type { Instance } from '../../instance/instance.js'

/** Where passkeys are stored. Throws `MissingAdapter` where that is nowhere. */
export function adapterOf({ adapter }: Instance): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter('Passkeys are stored in a database: call .adapter() before .build().')
}
