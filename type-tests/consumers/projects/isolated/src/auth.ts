import { createAuth, type Session } from 'authwright'
import { github } from 'authwright/providers/github'

const auth = createAuth()
  .provider(github())
  .callbacks({ session: ({ session }) => ({ ...session, plan: 'free' as const }) })
  .build()

export interface AppSession extends Session {
  plan: 'free'
}

export const handler: (request: Request) => Promise<Response> = auth.handler

export function getSession(request: Request): Promise<AppSession | null> {
  return auth.auth(request)
}
