'use server'

import { auth } from './auth'

export async function whoIsThere() {
  return auth.getSession()
}

export async function inside() {
  const { user, nickname } = await auth.protect({ fallback: '/' })
  return { name: user.name, nickname }
}

/** A slow function, whose result the page streams later. */
export async function slowly() {
  await new Promise((resolve) => setTimeout(resolve, 300))
  const session = await auth.getSession()
  return session ? `${session.user.name} had to wait` : 'Nobody had to wait'
}

export async function enter(form: FormData) {
  await auth.signIn('credentials', form)
}

export async function enterWithCompany() {
  await auth.signIn('company', { redirectTo: '/inside' })
}

export async function rename(form: FormData) {
  await auth.update({ nickname: String(form.get('nickname')) })
}

export async function leave() {
  await auth.signOut({ redirectTo: '/' })
}
