import { auth } from '@/auth'
import SessionData from '@/components/session-data'

export default async function Page() {
  const session = await auth()
  return (
    <>
      <h1>On the server</h1>
      <SessionData session={session} />
    </>
  )
}
