import { memory } from 'authwright/adapters/memory'
import { passkey } from 'authwright/providers/passkey'
import { createAuth } from 'authwright/sveltekit'

export const { handle, signIn, signOut, auth, update } = createAuth()
  .provider(passkey())
  .adapter(memory())
  .build()
