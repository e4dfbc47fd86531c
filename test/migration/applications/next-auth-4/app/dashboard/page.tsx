import { redirect } from 'next/navigation'
import { getServerSession } from 'next-auth'
import { authOptions } from '@/lib/auth'

export default async function Dashboard() {
  const session = await getServerSession(authOptions)
  if (!session?.user) redirect('/api/auth/signin')
  return (
    <h1>
      {session.user.name} by {session.user.via}
    </h1>
  )
}
