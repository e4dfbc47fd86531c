import Link from 'next/link'
import { auth, signIn, signOut } from '../auth'

export default async function Home() {
  const session = await auth()
  if (!session) {
    return (
      <main>
        <h1>Not signed in</h1>
        <form
          action={async () => {
            'use server'
            await signIn('company', { redirectTo: '/inside' })
          }}
        >
          <button type="submit">Sign in with Company</button>
        </form>
        <a href="login">Sign in with a password</a>
        <nav>
          <Link href="/inside">What protect() keeps</Link> <Link href="/guarded">What the proxy keeps</Link>
        </nav>
      </main>
    )
  }
  return (
    <main>
      <h1>Hello {session.user.name}</h1>
      <p id="nickname">{session.nickname}</p>
      <form
        action={async () => {
          'use server'
          await signOut({ redirectTo: '/' })
        }}
      >
        <button type="submit">Sign out</button>
      </form>
    </main>
  )
}
