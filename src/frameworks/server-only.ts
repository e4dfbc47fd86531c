/*
 * Replaces `authwright/next` and `authwright/solid-start` in browser builds (condition `browser`), so that
 * server code is never sent to users. It exports nothing: a browser build that imports the configuration
 * fails at that import and names this file. SvelteKit has its own check for this.
 */
export {}
