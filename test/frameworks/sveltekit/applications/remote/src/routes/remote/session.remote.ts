import { invalid } from '@sveltejs/kit'
import { CredentialsSignin } from 'authwright/sveltekit'
import * as v from 'valibot'
import { command, form, getRequestEvent, query } from '$app/server'
import { auth, signIn, signOut, update } from '../../auth'

/** The user of the request, signed in or not. */
export const user = query(async () => {
  const session = await getRequestEvent().locals.auth()
  return session?.user.name ?? 'nobody'
})

/** Only for signed-in users. */
export const nickname = query(async () => {
  const session = await auth.protect(getRequestEvent())
  return session.nickname
})

const Nickname = v.object({ nickname: v.string() })

export const rename = command(Nickname, async (data) => {
  const event = getRequestEvent()
  await auth.protect(event)
  await update(event, data)
  await nickname().refresh()
})

export const renameByForm = form(Nickname, async (data) => {
  const event = getRequestEvent()
  await auth.protect(event)
  await update(event, data)
  return 'Renamed'
})

// Kit never sends a field back whose name begins with an underscore.
const Login = v.object({ username: v.string(), _password: v.string() })

export const enter = form(Login, async ({ username, _password: password }) => {
  try {
    await signIn(getRequestEvent(), 'credentials', { username, password, redirectTo: '/remote' })
  } catch (error) {
    if (error instanceof CredentialsSignin) invalid('The name or the password is wrong.')
    throw error
  }
})

export const enterByCompany = form(async () => {
  await signIn(getRequestEvent(), 'company', { redirectTo: '/remote' })
})

export const leave = form(async () => {
  await signOut(getRequestEvent(), { redirectTo: '/remote' })
})
