/** The methods of an action, and whether a provider's id may follow it in the path. */
export interface ActionRule {
  readonly methods: readonly ('GET' | 'POST')[]
  readonly provider: 'none' | 'optional' | 'required'
}

/** What a route does. */
export type Action =
  | 'account'
  | 'backchannel-logout'
  | 'callback'
  | 'csrf'
  | 'dev'
  | 'error'
  | 'providers'
  | 'session'
  | 'signed-out'
  | 'signin'
  | 'signout'
  | 'verify-request'
  | 'webauthn-options'

/** Every action of the routes. */
export const actions: Readonly<Record<Action, ActionRule>> = {
  signin: { methods: ['GET', 'POST'], provider: 'optional' },
  callback: { methods: ['GET', 'POST'], provider: 'required' },
  signout: { methods: ['GET', 'POST'], provider: 'none' },
  'backchannel-logout': { methods: ['POST'], provider: 'required' },
  'signed-out': { methods: ['GET'], provider: 'required' },
  session: { methods: ['GET', 'POST'], provider: 'none' },
  account: { methods: ['GET', 'POST'], provider: 'none' },
  csrf: { methods: ['GET'], provider: 'none' },
  providers: { methods: ['GET'], provider: 'none' },
  error: { methods: ['GET'], provider: 'none' },
  'verify-request': { methods: ['GET'], provider: 'none' },
  'webauthn-options': { methods: ['GET', 'POST'], provider: 'required' },
  dev: { methods: ['GET', 'POST'], provider: 'required' },
}

/** What a path below the base path names. */
export interface Route {
  readonly action: Action
  readonly providerId: string | undefined
}

/**
 * The route that a path names, or `undefined`. The base path is compared as a string; segments are
 * compared exactly, without decoding, so that no path has two spellings.
 */
export function matchRoute(pathname: string, basePath: string): Route | undefined {
  if (!pathname.startsWith(`${basePath}/`)) return undefined
  const segments = pathname.slice(basePath.length + 1).split('/')
  const { 0: action, 1: providerId } = segments
  if (action === undefined || !isAction(action) || segments.length > 2) return undefined
  const { provider } = actions[action]
  if (providerId === undefined) return provider === 'required' ? undefined : { action, providerId }
  return provider === 'none' || providerId === '' ? undefined : { action, providerId }
}

function isAction(text: string): text is Action {
  return Object.hasOwn(actions, text)
}
