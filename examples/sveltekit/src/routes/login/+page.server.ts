import { signIn } from '../../auth'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = ({ url }) => ({
  error: url.searchParams.get('error'),
  callbackUrl: url.searchParams.get('callbackUrl'),
})

export const actions: Actions = { default: signIn }
