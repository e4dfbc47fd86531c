import { A, createAsync } from '@solidjs/router'
import { Show } from 'solid-js'
import { enterWithCompanyAction, leaveAction, sessionQuery } from '../session'

export default function Home() {
  const session = createAsync(() => sessionQuery(), { deferStream: true })
  return (
    <main>
      <Show
        when={session()}
        fallback={
          <>
            <h1>Not signed in</h1>
            <form action={enterWithCompanyAction} method="post">
              <button type="submit">Sign in with Company</button>
            </form>
            <A href="/login">Sign in with a password</A>
          </>
        }
      >
        {(known) => (
          <>
            <h1>Hello {known().user.name}</h1>
            <p id="nickname">{known().nickname}</p>
            <form action={leaveAction} method="post">
              <button type="submit">Sign out</button>
            </form>
          </>
        )}
      </Show>
      <nav>
        <A href="/inside">Inside</A> <A href="/guarded">Guarded</A> <A href="/slow">Slow</A>{' '}
        <A href="/members">Members</A>
      </nav>
    </main>
  )
}

export const route = { preload: () => sessionQuery() }
