import { defineEnvVars } from '@sveltejs/kit/env'

/** In Kit 3, an application says which variables it takes; Kit 2 does not ask. */
export const variables = defineEnvVars({ SITE_NAME: {}, SITE_PASSWORD: {}, SITE_SECRET: {} })
