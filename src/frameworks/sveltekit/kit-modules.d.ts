/** What Kit knows of the environment. Its declarations give an application's variables names; a library has none. */
declare module '$env/dynamic/private' {
  export const env: Readonly<Record<string, string | undefined>>
}

/** `paths.origin` of Kit 3, which Vite writes in place of the name. */
declare const __SVELTEKIT_PATHS_ORIGIN__: string | undefined
