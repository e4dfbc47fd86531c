/** The framework that an instance is built for. */
export type Target = 'web' | 'next' | 'sveltekit' | 'solid-start'
