/** In an application, Kit generates declarations with the names of the variables. */
declare module '$env/dynamic/private' {
  export const env: Readonly<Record<string, string | undefined>>
}

/** `paths.origin` of Kit 3. Vite replaces the name with the value. */
declare const __SVELTEKIT_PATHS_ORIGIN__: string | undefined
