'use server'

import { revalidatePath } from 'next/cache'
import { auth } from '@/auth'
import { database } from '@/database'

/** Checks the role here, because any client can call a server action. */
export async function changeRole(form: FormData) {
  const session = await auth.protect()
  if (session.user.role !== 'admin') throw new Error('Only an administrator can change roles.')
  const role = form.get('role') === 'admin' ? 'admin' : 'member'
  await database.execute({
    sql: 'update auth_users set role = ? where id = ?',
    args: [role, String(form.get('id'))],
  })
  revalidatePath('/members')
}
