import { createAsync } from '@solidjs/router'
import { createSession, Protected, signOut } from 'authwright/solid'
import { sessionQuery } from '../session'

export default function Members() {
  const given = createAsync(() => sessionQuery(), { deferStream: true })
  const session = createSession({ session: given })
  return (
    <main>
      <h1>Members</h1>
      <Protected session={session} loading={<p>One moment</p>}>
        {(known) => (
          <>
            <p role="status">
              Signed in as {known().user.name}, known as <span id="nickname">{known().nickname}</span>
            </p>
            <button type="button" onClick={() => session.update({ nickname: 'Enchantress' })}>
              Change
            </button>
            <button type="button" onClick={() => signOut({ redirectTo: '/' })}>
              Sign out
            </button>
          </>
        )}
      </Protected>
    </main>
  )
}

export const route = { preload: () => sessionQuery() }
