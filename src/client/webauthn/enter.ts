import type { RegisteredProviderId } from '../../builder/register.js'
import type { inTurn } from '../in-turn.js'
import { ask } from './ask.js'
import { forgetRefused } from './forget-refused.js'
import type { PasskeyOptions } from './passkey-options.js'
import type { PasskeyResult } from './passkey-result.js'
import { perform } from './perform.js'

/** The ceremony, and what the site said of it. The browser stays where it is. */
export async function enter(
  provider: RegisteredProviderId,
  options: PasskeyOptions,
  turn: typeof inTurn,
): Promise<PasskeyResult> {
  const { action = 'authenticate', email, name, basePath = '/auth' } = options
  const { conditional = false, redirectTo = location.href } = options
  // A user who has to sign in again before adding a passkey comes back to this page.
  const callbackUrl = action === 'register' ? location.href : undefined
  const route = `${basePath}/webauthn-options/${provider}`
  const asked = await ask(route, basePath, { action, email, name, callbackUrl })
  if (!asked.options) return refused(asked)
  const credential = await perform(action, asked.options, conditional)
  const fields = { action, data: JSON.stringify(credential), callbackUrl: redirectTo }
  const told = await turn(basePath, 'exclusive', () =>
    ask(`${basePath}/callback/${provider}`, basePath, fields),
  )
  // The target may have a parameter of that name itself.
  const isThere = told.url === new URL(redirectTo, location.href).href
  if (!told.url || (!isThere && errorIn(told.url))) {
    await forgetRefused(action, told.url, asked.options, credential)
    return refused(told)
  }
  return { ok: true, url: told.url }
}

function refused({ url, error }: { url?: string; error?: string }): PasskeyResult {
  return { ok: false, error: (url && errorIn(url)) ?? error ?? 'InvalidRequest', url }
}

function errorIn(url: string): string | undefined {
  return new URL(url, location.href).searchParams.get('error') ?? undefined
}
