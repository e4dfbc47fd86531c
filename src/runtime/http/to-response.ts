import type { Answer } from './answer.js'

/** The one place where a web-standard response is made. */
export function toResponse({ status, headers, cookies, body }: Answer): Response {
  const response = new Response(body, { status, headers: headers as Record<string, string> })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
