import type { AuthLocals } from 'authwright/sveltekit'
import type { auth } from './auth'

declare global {
  namespace App {
    interface Locals extends AuthLocals<typeof auth> {}
  }
}

// Types the code in the browser without importing the server.
declare module 'authwright' {
  interface Register {
    auth: typeof auth
  }
}
