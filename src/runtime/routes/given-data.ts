import type { RouteContext } from './route-context.js'

/** What a request starts a sign-in with, where the configuration says what that is. */
export async function givenData(given: unknown, instance: RouteContext['instance']): Promise<unknown> {
  if (!instance.spec.flow) return undefined
  const { flowData } = await import('../login/flow-data.js')
  return flowData(given, instance)
}
