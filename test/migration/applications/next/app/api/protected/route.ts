import { auth } from '@/auth'

export const GET = auth((req) => {
  if (req.auth) return Response.json({ reader: req.auth.user?.email })
  return Response.json({ message: 'Nobody is signed in.' }, { status: 401 })
})
