import { InvalidProvider, Verification } from '../../errors.js'
import type { PasswordResult } from '../../model/password.js'
import type { App } from '../core/object-lifetimes.js'
import type { PasswordCalls } from '../core/provider-flow.js'
import { targetAfter } from './destinations.js'
import { requireSameSite } from './same-site.js'
import type { ServerCall } from './server-call.js'

export interface PasswordCallOptions {
  readonly redirectTo?: string | undefined
}

export async function callPasswords(
  name: keyof PasswordCalls,
  input: object,
  { redirectTo }: PasswordCallOptions,
  call: ServerCall,
): Promise<PasswordResult> {
  const { app, exchange } = call
  requireSameSite(call, 'Passwords can be changed only from a page of this site', 'always')
  const target = redirectTo === undefined ? undefined : targetAfter('sign-in', redirectTo, call)
  const callbackUrl = target === undefined ? undefined : await app.callbacks.redirect(target, exchange.origin)
  const { fields, ...others } = input as { readonly fields?: unknown }
  const typed = {
    ...stringsOf(others),
    fields: typeof fields === 'object' && fields ? stringsOf(fields) : undefined,
  }
  const { provider, passwords } = await passwordsOf(app)
  // TypeScript cannot relate the type of the method to `name`.
  const run = passwords[name] as (input: object, context: object) => Promise<PasswordResult>
  try {
    return await run({ ...typed, callbackUrl }, { provider, app, exchange })
  } catch (error) {
    if (error instanceof Verification) return { ok: false, reason: 'invalidLink' }
    throw error
  }
}

function stringsOf(input: object): Record<string, string> {
  const entries = Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : ''])
  return Object.fromEntries(entries)
}

async function passwordsOf(app: App) {
  for (const provider of app.providers.values()) {
    const { passwords } = await app.flowOf(provider)
    if (passwords) return { provider, passwords }
  }
  throw new InvalidProvider('The configuration has no password(): add it with .provider(password()).')
}
