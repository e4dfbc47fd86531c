import type { AuthLocals } from 'authwright/sveltekit'
import type { auth } from './auth'

declare global {
  namespace App {
    interface Locals extends AuthLocals<typeof auth> {}
  }
}

// Gives browser code the types of `auth` without importing server code.
declare module 'authwright' {
  interface Register {
    auth: typeof auth
  }
}
