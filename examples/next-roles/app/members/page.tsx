import { notFound } from 'next/navigation'
import { auth } from '@/auth'
import { database } from '@/database'
import { changeRole } from './change-role'

export default async function Members() {
  const session = await auth.protect()
  if (session.user.role !== 'admin') notFound()
  const { rows } = await database.execute('select id, name, role from auth_users order by name')
  return (
    <ul>
      {rows.map(({ id, name, role }) => (
        <li key={String(id)}>
          <form action={changeRole}>
            {String(name)}, {String(role)}
            <input type="hidden" name="id" value={String(id)} />
            <button type="submit" name="role" value={role === 'admin' ? 'member' : 'admin'}>
              {role === 'admin' ? 'Make member' : 'Make admin'}
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}
