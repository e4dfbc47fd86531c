import { revalidatePath } from 'next/cache'
import { auth, unstable_update } from '../../auth'

export default async function Inside() {
  const session = await auth.protect({ redirectTo: '/inside' })
  return (
    <main>
      <h1>Inside</h1>
      <p>
        {session.user.name}, known as <span id="nickname">{session.nickname}</span>
      </p>
      <form
        action={async (form) => {
          'use server'
          await unstable_update({ nickname: String(form.get('nickname')) })
          revalidatePath('/inside')
        }}
      >
        <label>
          Nickname <input name="nickname" required />
        </label>
        <button type="submit">Rename</button>
      </form>
    </main>
  )
}
