'use client'

import { signOut, useSession } from 'authwright/react'
import { useRouter } from 'next/navigation'

export function Account() {
  const { update } = useSession({ required: true })
  const router = useRouter()
  return (
    <>
      <form
        action={async (form) => {
          await update({ nickname: String(form.get('nickname')) })
          router.refresh()
        }}
      >
        <label>
          Nickname <input name="nickname" required />
        </label>
        <button type="submit">Rename</button>
      </form>
      <button type="button" onClick={() => signOut({ redirect: false })}>
        Sign out here
      </button>
    </>
  )
}
