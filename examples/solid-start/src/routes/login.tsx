import { useSearchParams } from '@solidjs/router'
import { Show } from 'solid-js'
import { enterAction } from '../session'

export default function Login() {
  const [params] = useSearchParams<{ error?: string; callbackUrl?: string }>()
  return (
    <main>
      <h1>Sign in</h1>
      <Show when={params.error}>
        <p role="alert">This did not work ({params.error}). Please try again.</p>
      </Show>
      <form action={enterAction} method="post">
        <input type="hidden" name="redirectTo" value={params.callbackUrl ?? '/inside'} />
        <label>
          Name <input name="username" autocomplete="username" required />
        </label>
        <label>
          Password <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </main>
  )
}
