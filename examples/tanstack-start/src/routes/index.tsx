import { createFileRoute } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { auth } from '../auth'

// A server function runs only on the server. The browser calls it by HTTP.
const getName = createServerFn().handler(async () => (await auth.auth(getRequest()))?.user.name ?? null)

export const Route = createFileRoute('/')({ loader: () => getName(), component: Home })

function Home() {
  const name = Route.useLoaderData()
  if (name === null) {
    return (
      <>
        <p>Signed out</p>
        <p>
          <a href="/auth/signin?callbackUrl=/">Sign in</a>
        </p>
      </>
    )
  }
  return (
    <>
      <p>Signed in as {name}</p>
      <p>
        <a href="/auth/signout">Sign out</a>
      </p>
    </>
  )
}
