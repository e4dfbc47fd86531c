import type { APIEvent } from '@solidjs/start/server'
import { auth } from '../../auth'

export async function GET({ request }: APIEvent) {
  const readers = Array.from({ length: 20 }, () => auth.getSession(request))
  const names = (await Promise.all(readers)).map((session) => session?.user.name)
  const name = names[0]
  if (name === undefined) return new Response(null, { status: 401 })
  return Response.json({ name, readers: names.filter((each) => each === name).length })
}
