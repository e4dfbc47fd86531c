import type { Action } from '../request/actions.js'
import { callback } from './callback.js'
import { csrf } from './csrf.js'
import { errorPage } from './error.js'
import { providers } from './providers.js'
import type { RouteHandler } from './route-context.js'
import { readSession, updateSession } from './session.js'
import { signInPage, startSignIn } from './sign-in.js'
import { signOut, signOutPage } from './sign-out.js'
import { verifyRequestPage } from './verify-request.js'

/** What answers each action, by method. */
export const routes: Readonly<Record<Action, Partial<Record<'GET' | 'POST', RouteHandler>>>> = {
  signin: { GET: signInPage, POST: startSignIn },
  callback: { GET: callback, POST: callback },
  signout: { GET: signOutPage, POST: signOut },
  session: { GET: readSession, POST: updateSession },
  csrf: { GET: csrf },
  providers: { GET: providers },
  error: { GET: errorPage },
  'verify-request': { GET: verifyRequestPage },
}
