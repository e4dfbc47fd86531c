import { auth } from '../../auth/src/auth.js'

export async function isAdmin(request: Request): Promise<boolean> {
  const session = await auth.auth(request)
  return session?.user.role === 'admin'
}

export async function misspelt(request: Request): Promise<boolean> {
  const session = await auth.auth(request)
  // @ts-expect-error there is no such role
  return session?.user.role === 'owner'
}

export const session = (request: Request) => auth.auth(request)
