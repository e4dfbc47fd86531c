import { json, type RouteResult } from '../http/result.js'
import type { RouteContext, Routes } from '../lifetimes.js'
import { readSession } from '../sessions/read-session.js'

/** Loads the code of all routes but `GET /session`, which serves most requests. */
export async function loadRoutes(): Promise<typeof import('./routes.js')> {
  return import('./routes.js')
}

/** The routes that each configuration has. */
export const coreRoutes: Routes = {
  session: {
    provider: 'none',
    GET: session,
    POST: async (context) => (await loadRoutes()).updateSession(context),
  },
  csrf: { provider: 'none', GET: async (context) => (await loadRoutes()).csrf(context) },
  providers: { provider: 'none', GET: async (context) => (await loadRoutes()).providers(context) },
  signin: {
    provider: 'optional',
    GET: async (context) => (await loadRoutes()).signInPage(context),
    POST: async (context) => (await loadRoutes()).startSignIn(context),
  },
  callback: {
    provider: 'required',
    GET: async (context) => (await loadRoutes()).callback(context),
    POST: async (context) => (await loadRoutes()).callback(context),
  },
  signout: {
    provider: 'none',
    GET: async (context) => (await loadRoutes()).signOutPage(context),
    POST: async (context) => (await loadRoutes()).signOut(context),
  },
  error: { provider: 'none', GET: async (context) => (await loadRoutes()).errorPage(context) },
}

/** `GET /session`: the session, or `null`. */
async function session({ exchange }: RouteContext): Promise<RouteResult> {
  const shown = await readSession(exchange)
  if (shown !== undefined) return json(shown)
  exchange.site.sessions.clearUnusable(exchange)
  return json(null)
}
