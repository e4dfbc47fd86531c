import { auth, update } from '../../auth'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => ({ session: await auth.protect(event) })

export const actions: Actions = {
  rename: async (event) => {
    await auth.protect(event)
    const form = await event.request.formData()
    await update(event, { nickname: String(form.get('nickname')) })
  },
}
