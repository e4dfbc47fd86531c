import { auth } from '../../../auth'

export async function GET() {
  const session = await auth.protect()
  return Response.json({ name: session.user.name })
}
