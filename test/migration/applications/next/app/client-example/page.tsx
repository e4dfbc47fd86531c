import { SessionProvider } from 'next-auth/react'
import { auth } from '@/auth'
import ClientExample from '@/components/client-example'

export default async function ClientPage() {
  const session = await auth()
  if (session?.user) {
    // Passes only the fields that are shown to the browser.
    session.user = { ...session.user, name: session.user.name, email: session.user.email }
  }
  return (
    <SessionProvider basePath={'/auth'} session={session}>
      <ClientExample />
    </SessionProvider>
  )
}
