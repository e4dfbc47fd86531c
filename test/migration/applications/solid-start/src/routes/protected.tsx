import { getSession } from '@auth/solid-start'
import { createAsync, query, redirect } from '@solidjs/router'
import { getRequestEvent } from 'solid-js/web'
import { authOptions } from '~/server/auth'

const reader = query(async () => {
  'use server'
  const event = getRequestEvent()
  const session = event && (await getSession(event.request, authOptions))
  if (!session) throw redirect('/')
  return session.user?.email
}, 'reader')

export default function Protected() {
  const email = createAsync(() => reader(), { deferStream: true })
  return <h1>For {email()} only</h1>
}
