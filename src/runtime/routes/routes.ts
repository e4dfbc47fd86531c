import type { Action } from '../http/actions.js'
import { csrf } from './csrf.js'
import { providers } from './providers.js'
import type { RouteHandler } from './route-context.js'
import { readSession, updateSession } from './session.js'

const callback: RouteHandler = async (context) => (await import('./callback.js')).callback(context)

const webauthnOptions: RouteHandler = async (context) =>
  (await import('./webauthn-options.js')).webauthnOptions(context)

/** What answers each action, by method. Pages and flows are loaded when the first request needs them. */
export const routes: Readonly<Record<Action, Partial<Record<'GET' | 'POST', RouteHandler>>>> = {
  session: { GET: readSession, POST: updateSession },
  csrf: { GET: csrf },
  providers: { GET: providers },
  callback: { GET: callback, POST: callback },
  signin: {
    GET: async (context) => (await import('./sign-in-page.js')).signInPage(context),
    POST: async (context) => (await import('./sign-in.js')).startSignIn(context),
  },
  signout: {
    GET: async (context) => (await import('./sign-out-page.js')).signOutPage(context),
    POST: async (context) => (await import('./sign-out.js')).signOut(context),
  },
  error: { GET: async (context) => (await import('./error.js')).errorPage(context) },
  'verify-request': {
    GET: async (context) => (await import('./verify-request.js')).verifyRequestPage(context),
  },
  'webauthn-options': { GET: webauthnOptions, POST: webauthnOptions },
}
