/*
 * Replaces `authwright/next` and `authwright/solid-start` in browser builds (condition `browser`). It exports nothing, so a browser build
 * that imports the configuration fails at that import and names this file. Server code is never sent to users. SvelteKit has its own
 * check for this.
 */
export {}
