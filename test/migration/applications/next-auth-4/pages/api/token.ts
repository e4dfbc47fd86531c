import type { NextApiRequest, NextApiResponse } from 'next'
import { getToken } from 'next-auth/jwt'

export default async function handler(request: NextApiRequest, response: NextApiResponse) {
  const token = await getToken({ req: request })
  response.json({ via: token?.via ?? null })
}
