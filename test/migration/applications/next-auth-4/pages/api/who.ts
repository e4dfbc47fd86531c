import type { NextApiRequest, NextApiResponse } from 'next'
import { getServerSession } from 'next-auth/next'
import { authOptions } from '@/lib/auth'

export default async function handler(request: NextApiRequest, response: NextApiResponse) {
  const session = await getServerSession(request, response, authOptions)
  if (!session) return response.status(401).json({ message: 'Nobody is signed in.' })
  return response.json({ reader: session.user?.name })
}
