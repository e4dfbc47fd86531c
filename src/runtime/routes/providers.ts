import { json, type RouteResult } from '../http/result.js'
import type { RouteContext } from './route-context.js'

/** `GET /providers`: the providers and where to sign in with each. */
export async function providers({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const base = exchange.origin + instance.basePath
  const entries = [...instance.providers.values()].map(({ id, name, type }) => [
    id,
    { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
  ])
  return json(Object.fromEntries(entries))
}
