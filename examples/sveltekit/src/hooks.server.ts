import type { Handle } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { building } from '$app/environment'
import { auth, handle as authenticate } from './auth'

/** Admits only signed-in users to pages, actions and endpoints below /guarded. */
const guard: Handle = async ({ event, resolve }) => {
  if (!building && event.route.id?.startsWith('/guarded')) await auth.protect(event)
  return resolve(event)
}

export const handle = sequence(authenticate, guard)
