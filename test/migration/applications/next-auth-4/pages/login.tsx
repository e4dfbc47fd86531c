import type { GetServerSidePropsContext, InferGetServerSidePropsType } from 'next'
import { getProviders, signIn } from 'next-auth/react'
import { type FormEvent, useState } from 'react'
import { getServerAuthSession } from '@/lib/auth'

export async function getServerSideProps({ req, res }: GetServerSidePropsContext) {
  const session = await getServerAuthSession(req, res)
  if (session) return { redirect: { destination: '/', permanent: false } }
  const providers = await getProviders()
  return { props: { providers: Object.values(providers ?? {}) } }
}

export default function Login({ providers }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const [problem, setProblem] = useState('')
  async function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const result = await signIn('credentials', {
      redirect: false,
      username: String(form.get('username')),
      password: String(form.get('password')),
    })
    if (result?.error) setProblem(result.error)
    else window.location.href = '/'
  }
  return (
    <>
      <form onSubmit={enter}>
        <input aria-label="Name" name="username" />
        <input aria-label="Password" name="password" type="password" />
        <button type="submit">Sign in</button>
        <p role="alert">{problem}</p>
      </form>
      {providers
        .filter((provider) => provider.type !== 'credentials')
        .map((provider) => (
          <button key={provider.id} type="button" onClick={() => signIn(provider.id)}>
            Sign in with {provider.name}
          </button>
        ))}
    </>
  )
}
