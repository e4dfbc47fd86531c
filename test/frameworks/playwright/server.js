import { createServer } from 'node:http'
import process from 'node:process'
import { toNodeHandler } from 'authwright/node'
import { auth } from './auth.js'

createServer(
  toNodeHandler(async (request) => {
    if (new URL(request.url).pathname.startsWith('/auth/')) return auth.handler(request)
    const session = await auth.auth(request)
    const text = session ? `${session.user.email} is ${session.role}` : 'Signed out'
    return new Response(`<!doctype html><title>Home</title><h1>${text}</h1>`, {
      headers: { 'content-type': 'text/html' },
    })
  }),
).listen(Number(new URL(process.env.SITE_URL).port), 'localhost')
