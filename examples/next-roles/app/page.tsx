import { auth } from '@/auth'

export default async function Home() {
  const session = await auth()
  if (session === null) {
    return (
      <>
        <p>Signed out</p>
        <p>
          <a href="/api/auth/signin?callbackUrl=/">Sign in</a>
        </p>
      </>
    )
  }
  return (
    <>
      <p>
        Signed in as {session.user.name}, {session.user.role}
      </p>
      {session.user.role === 'admin' && (
        <p>
          <a href="/members">Members</a>
        </p>
      )}
      <p>
        <a href="/api/auth/signout">Sign out</a>
      </p>
    </>
  )
}
