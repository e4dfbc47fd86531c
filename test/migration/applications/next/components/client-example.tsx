'use client'

import { useSession } from 'next-auth/react'
import { useState } from 'react'
import SessionData from './session-data'

function Rename() {
  const { data: session, update } = useSession()
  const [name, setName] = useState('')
  if (!session?.user) return null
  return (
    <>
      <input aria-label="New name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="button" onClick={() => update({ user: { name } })}>
        Rename
      </button>
    </>
  )
}

export default function ClientExample() {
  const { data: session, status } = useSession()
  return (
    <>
      <h1>In the browser</h1>
      <p>{session?.user?.name ? `${status} as ${session.user.name}` : status}</p>
      {status === 'loading' ? null : <SessionData session={session} />}
      <Rename />
    </>
  )
}
