// Because of this `load` function, SvelteKit calls the server, and so the guard, also when a user follows a
// link to this page.
export const load = () => ({})
