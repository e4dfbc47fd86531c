import type {
  AccountReference,
  LinkedAccount,
  LinkStart,
  Passkey,
  RemovalResult,
  RenameResult,
} from '../model/account.js'
import type { PasswordResult } from '../model/password.js'
import type { LinkAccountOptions } from './api/accounts.js'
import { loadApi, type OpenRequest } from './api/open-request.js'
import type { PasswordCallOptions } from './api/passwords.js'
import type { PasswordCalls } from './core/provider-flow.js'

export function accountsOf(
  run: <Result>(method: (request: OpenRequest) => Promise<Result>) => Promise<Result>,
): ManagedAccounts {
  return {
    accounts: {
      list: () => run(async (request) => (await loadApi()).listAccounts(request)),
      link: (...args) => run(async (request) => (await loadApi()).linkAccount(request, ...args)),
      unlink: (account) => run(async (request) => (await loadApi()).unlink(request, account)),
    },
    passkeys: {
      list: () => run(async (request) => (await loadApi()).listPasskeys(request)),
      rename: (id, name) => run(async (request) => (await loadApi()).rename(request, id, name)),
      remove: (id) => run(async (request) => (await loadApi()).remove(request, id)),
    },
    passwords: {
      signUp: (...args) => run((request) => request.passwords('signUp', ...args)),
      finishSignUp: (...args) => run((request) => request.passwords('finishSignUp', ...args)),
      forgot: (...args) => run((request) => request.passwords('forgot', ...args)),
      reset: (...args) => run((request) => request.passwords('reset', ...args)),
      set: (...args) => run((request) => request.passwords('set', ...args)),
      change: (...args) => run((request) => request.passwords('change', ...args)),
      remove: (...args) => run((request) => request.passwords('remove', ...args)),
    },
  }
}

export interface ManagedAccounts {
  readonly accounts: {
    list(): Promise<readonly LinkedAccount[] | null>
    link(provider: string, options?: LinkAccountOptions): Promise<LinkStart>
    unlink(account: AccountReference): Promise<RemovalResult>
  }
  readonly passkeys: {
    list(): Promise<readonly Passkey[] | null>
    rename(id: string, name: string): Promise<RenameResult>
    remove(id: string): Promise<RemovalResult>
  }
  readonly passwords: {
    readonly [Name in keyof PasswordCalls]: (
      input: object,
      options?: PasswordCallOptions,
    ) => Promise<PasswordResult>
  }
}
