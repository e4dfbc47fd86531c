/** Kit's variables of the environment. An application's own declarations know their names; a library does not. */
declare module '$env/dynamic/private' {
  export const env: Readonly<Record<string, string | undefined>>
}

/** `paths.origin` of Kit 3. Vite replaces the name with the value. */
declare const __SVELTEKIT_PATHS_ORIGIN__: string | undefined
