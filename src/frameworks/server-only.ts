/*
 * Replaces the entry points for Next.js and SolidStart in browser builds, so that server code is never sent to
 * users: a browser build that imports the configuration fails at that import and names this file. SvelteKit has
 * its own check for this.
 */
export {}
