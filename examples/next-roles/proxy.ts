export { auth as proxy } from '@/auth'

export const config = { matcher: ['/((?!_next|api|favicon.ico).*)'] }
