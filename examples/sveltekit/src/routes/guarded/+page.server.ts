// With a `load` function, SvelteKit also calls the server, and so the guard, when a user follows a link to this page.
export const load = () => ({})
