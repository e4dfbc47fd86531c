import type { OwnUsers, ProviderIdentity, ProviderSignIn } from '../../src/model/user.js'
import { locationOf } from './browser.js'

/** A row in the user table of an application. */
export interface Row {
  readonly id: number
  readonly provider: string
  readonly account: string
  readonly name: string | null
  readonly email: string | null
}

/** The arguments of a call of `update`. */
export interface ReceivedUser {
  readonly user: unknown
  readonly described: unknown
  readonly profile: unknown
}

type Key = Pick<ProviderIdentity, 'provider' | 'providerAccountId'>

/** A user table whose rows contain the account at a provider. */
export interface Table {
  readonly rows: readonly Row[]
  /** The arguments of all calls of `find`. */
  readonly keys: readonly ProviderIdentity[]
  readonly users: Pick<OwnUsers<Row>, 'find' | 'create'> & {
    find(identity: ProviderIdentity): Row | null
    create(signIn: ProviderSignIn): Row
  }
  byAddress(address: string | null): Row | null
  add(key: Key, name: string | null, email?: string | null): Row
}

export function table(): Table {
  const rows: Row[] = []
  const keys: ProviderIdentity[] = []
  const add: Table['add'] = ({ provider, providerAccountId }, name, email = null) => {
    const row = { id: rows.length + 1, provider, account: providerAccountId, name, email }
    rows.push(row)
    return row
  }
  return {
    rows,
    keys,
    add,
    byAddress: (address) => rows.find(({ email }) => email !== null && email === address) ?? null,
    users: {
      find(identity) {
        keys.push(identity)
        const { provider, providerAccountId } = identity
        return rows.find((row) => row.provider === provider && row.account === providerAccountId) ?? null
      },
      create: (signIn) => add(signIn, signIn.user.name ?? null, signIn.verifiedEmail),
    },
  }
}

/** The error in the redirect of a response. */
export function errorOf(response: Response): string | null {
  return locationOf(response).searchParams.get('error')
}

/** The subject of a session. */
export function subjectOf(params: object): unknown {
  return 'token' in params ? Object(params.token).sub : undefined
}
