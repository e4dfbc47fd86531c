import { json } from '@sveltejs/kit'
import { auth } from '../../../auth'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async (event) => {
  const session = await auth.protect(event)
  return json({ name: session.user.name })
}
