'use client'

import { useSession } from 'authwright/react'

export function Who() {
  const { status, data } = useSession()
  return <p id="who">{status === 'authenticated' ? `${data.user.name} (${data.nickname})` : status}</p>
}
