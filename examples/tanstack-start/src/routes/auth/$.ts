import { createFileRoute } from '@tanstack/react-router'
import { auth } from '../../auth'

const handler = ({ request }: { request: Request }) => auth.handler(request)

export const Route = createFileRoute('/auth/$')({ server: { handlers: { GET: handler, POST: handler } } })
