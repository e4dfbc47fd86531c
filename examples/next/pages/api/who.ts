import type { NextApiRequest, NextApiResponse } from 'next'
import { auth } from '../../auth'

export default async function who(request: NextApiRequest, response: NextApiResponse) {
  const session = await auth(request, response)
  response.status(session ? 200 : 401).json({ name: session?.user.name ?? null })
}
