import type { Session } from 'next-auth'

export default function SessionData({ session }: { session: Session | null }) {
  if (!session?.user) return <p>There is no session.</p>
  return <pre>{JSON.stringify(session, null, 2)}</pre>
}
