import { MissingAdapter } from '../../../errors.js'
import type { Instance } from '../../compile.js'
import type { GuardedAdapter } from '../../storage/guarded-adapter.js'

/** Where passkeys are stored. Throws `MissingAdapter` where that is nowhere. */
export function adapterOf({ adapter }: Instance): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter('Passkeys are stored in a database: call .adapter() before .build().')
}
