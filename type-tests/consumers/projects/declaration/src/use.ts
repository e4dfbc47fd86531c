import { readSession, readStoredSession, signIn } from './auth.js'

/** Whether two types are equal. `any` equals only itself. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

export async function visit(request: Request): Promise<'free' | undefined> {
  const session = await readSession(request)
  const plan: Same<NonNullable<typeof session>['plan'], 'free'> = true
  return plan ? session?.plan : undefined
}

export async function roleOf(request: Request): Promise<'admin' | 'member' | undefined> {
  const session = await readStoredSession(request)
  const role: Same<NonNullable<typeof session>['user']['role'], 'admin' | 'member'> = true
  return role ? session?.user.role : undefined
}

export async function enter(request: Request): Promise<string> {
  const { url } = await signIn('acme', { request, redirectTo: '/' })
  return url
}

export async function misspell(request: Request): Promise<void> {
  // @ts-expect-error no provider has this id
  await signIn('acne', { request })
}
