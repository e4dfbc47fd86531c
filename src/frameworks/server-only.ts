/*
 * Replaces `authwright/next` and `authwright/solid-start` in browser builds, so that server code is never sent to users: a browser build that
 * imports the configuration fails at that import and names this file. SvelteKit has its own check for this.
 */
export {}
