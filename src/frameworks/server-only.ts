/*
 * In place of `authwright/next` and `authwright/solid-start` where a bundler builds for browsers. It exports nothing: a build that imports
 * the configuration into code of the browser fails at that import and names this file, in place of sending the server to every user.
 * SvelteKit has a guard that does the same.
 */
export {}
