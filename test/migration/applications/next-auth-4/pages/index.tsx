import { signIn, signOut, useSession } from 'next-auth/react'

export default function Home() {
  const { data: session, status } = useSession()
  if (status === 'loading') return <p>Loading</p>
  if (!session) {
    return (
      <>
        <h1>Notes of nobody</h1>
        <button type="button" onClick={() => signIn('keycloak')}>
          Sign in with Company
        </button>
      </>
    )
  }
  return (
    <>
      <h1>Notes of {session.user?.name}</h1>
      <button type="button" onClick={() => signOut({ callbackUrl: '/' })}>
        Sign out
      </button>
    </>
  )
}
