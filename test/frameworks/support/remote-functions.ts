import type { Changes, Major } from './sveltekit-application.js'

/** The lines that turn remote functions on, and `await` in components. */
export const remoteFunctions: Readonly<Record<Major, Changes>> = {
  2: {
    'svelte.config.js': [
      'kit: {',
      'compilerOptions: { experimental: { async: true } }, kit: { experimental: { remoteFunctions: true },',
    ],
  },
  3: {
    'vite.config.js': [
      'adapter: adapter(),',
      'adapter: adapter(), compilerOptions: { experimental: { async: true } }, experimental: { remoteFunctions: true },',
    ],
  },
}
