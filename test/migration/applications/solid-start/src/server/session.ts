import { getSession } from '@auth/solid-start'
import { query } from '@solidjs/router'
import { getRequestEvent } from 'solid-js/web'
import { authOptions } from './auth'

export const currentSession = query(async () => {
  'use server'
  const event = getRequestEvent()
  return event ? getSession(event.request, authOptions) : null
}, 'session')
