/** Where the routes are in an application of SvelteKit. */
export const DEFAULT_BASE_PATH = '/auth'
