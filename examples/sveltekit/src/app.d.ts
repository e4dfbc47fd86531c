import type { AuthLocals } from 'authwright/sveltekit'
import type { auth } from './auth'

declare global {
  namespace App {
    interface Locals extends AuthLocals<typeof auth> {}
  }
}
