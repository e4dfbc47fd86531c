import { defineEnvVars } from '@sveltejs/kit/env'

/** SvelteKit 3 requires the names of the variables. SvelteKit 2 ignores this file. */
export const variables = defineEnvVars({ SITE_NAME: {}, SITE_PASSWORD: {}, SITE_SECRET: {} })
