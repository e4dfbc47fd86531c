import { signIn, signOut } from '@auth/solid-start/client'
import { createAsync } from '@solidjs/router'
import { Show } from 'solid-js'
import { currentSession } from '~/server/session'

export default function Home() {
  const session = createAsync(() => currentSession())
  return (
    <main>
      <h1>Notes of {session()?.user?.name ?? 'nobody'}</h1>
      <Show
        when={session()}
        fallback={
          <button type="button" onClick={() => signIn('keycloak', { redirectTo: '/' })}>
            Sign in
          </button>
        }
      >
        <button type="button" onClick={() => signOut()}>
          Sign out
        </button>
      </Show>
    </main>
  )
}
