import { auth } from '../auth.server'
import type { Route } from './+types/home'

export async function loader({ request }: Route.LoaderArgs) {
  const session = await auth.auth(request)
  return { name: session?.user.name }
}

// The server renders the routes of Authwright, so links to them must load a document.
export default function Home({ loaderData: { name } }: Route.ComponentProps) {
  if (!name) {
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
