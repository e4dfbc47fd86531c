import { auth } from '@/auth'

export default async function Page() {
  const session = await auth()
  return <h1>{session?.user?.name ? `Notes of ${session.user.name}` : 'Notes of nobody'}</h1>
}
