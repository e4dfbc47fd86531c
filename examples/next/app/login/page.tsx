import { AuthError } from 'authwright/next'
import { redirect } from 'next/navigation'
import { signIn } from '../../auth'

export default async function Login({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | undefined>>
}) {
  const { error, callbackUrl } = await searchParams
  return (
    <main>
      <h1>Sign in</h1>
      {error && <p role="alert">This did not work ({error}). Please try again.</p>}
      <form
        action={async (form) => {
          'use server'
          try {
            await signIn('credentials', form)
          } catch (error) {
            if (error instanceof AuthError) redirect(`/login?error=${error.type}`)
            throw error
          }
        }}
      >
        <input type="hidden" name="redirectTo" value={callbackUrl ?? '/inside'} />
        <label>
          Name <input name="username" autoComplete="username" required />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </main>
  )
}
