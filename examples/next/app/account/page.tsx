import { auth } from '../../auth'
import { Account } from './account'

export default async function AccountPage() {
  const session = await auth.protect({ redirectTo: '/account' })
  return (
    <main>
      <h1>Account</h1>
      <p>
        The server knows <span id="nickname">{session.nickname}</span>
      </p>
      <Account />
    </main>
  )
}
